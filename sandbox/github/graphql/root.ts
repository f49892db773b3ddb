import type { Call, RepositoryCall } from '../rest/call.ts';
import { noteCodeOwners } from '../tracker/notices/note.ts';
import { hasDrafts } from '../tracker/pulls/create-pull.ts';
import type { GithubPullRequest, GithubThread } from '../tracker/records.ts';
import { type FoundNode, findNode, openRepository } from './find-node.ts';
import { createImporterRoot } from './importer-root.ts';
import { importView, mannequinView, organizationView, sourceView } from './importer-views.ts';
import { GraphqlRefusal, notResolved } from './parts/refusal.ts';
import {
  issueCommentView,
  pullView,
  repositoryView,
  reviewCommentView,
  threadView,
  userView,
} from './views.ts';

interface Input {
  readonly clientMutationId?: string | null;
}

/** The fields of `Query` and `Mutation`. */
export function createRoot(call: Call) {
  return {
    ...createImporterRoot(call),
    viewer: () => userView(call.token.user, call),
    user({ login }: { login: string }) {
      const account = call.host.findAccount(login);
      if (account?.kind === 'user') return userView(account, call);
      throw notResolved(`User with the login of '${login}'`);
    },
    repository({ owner, name }: { owner: string; name: string }) {
      const found =
        call.host.findRepository(`${owner}/${name}`) ?? call.host.findRenamed(`${owner}/${name}`);
      const inside = found === null ? null : openRepository(call, found);
      if (inside !== null) return repositoryView(inside);
      throw notResolved(`Repository with the name '${owner}/${name}'`);
    },
    node: ({ id }: { id: string }) => nodeView(call, findNode(call, id)),
    nodes: ({ ids }: { ids: readonly string[] }) =>
      ids.map((id) => {
        try {
          return nodeView(call, findNode(call, id));
        } catch (refused) {
          // An error in a list leaves a gap there, and is reported next to it.
          return refused;
        }
      }),
    rateLimit() {
      if (!call.limiter.enabled) return null;
      const { limit, used, reset } = call.limiter.graphqlState(call.token.user);
      const resetAt = new Date(reset * 1000).toISOString();
      return { cost: 1, limit, used, remaining: limit - used, resetAt };
    },
    resolveReviewThread: ({ input }: { input: Input & { threadId: string } }) =>
      withThread(call, input, 'ResolveReviewThread', (thread) => {
        thread.resolvedBy ??= call.token.user;
      }),
    unresolveReviewThread: ({ input }: { input: Input & { threadId: string } }) =>
      withThread(call, input, 'UnresolveReviewThread', (thread) => {
        thread.resolvedBy = null;
      }),
    markPullRequestReadyForReview: ({ input }: { input: Input & { pullRequestId: string } }) =>
      withPull(call, input, 'MarkPullRequestReadyForReview', async (pull, inside) => {
        if (pull.draft) await noteCodeOwners({ ...inside, words: [] }, pull);
        pull.draft = false;
      }),
    convertPullRequestToDraft: ({ input }: { input: Input & { pullRequestId: string } }) =>
      withPull(call, input, 'ConvertPullRequestToDraft', (pull, { repository }) => {
        if (!hasDrafts(repository)) {
          const message = 'Draft pull requests are not supported in this repository.';
          throw new GraphqlRefusal('UNPROCESSABLE', message);
        }
        pull.draft = true;
      }),
    minimizeComment: ({ input }: { input: Minimizing }) => minimizeComment(call, input),
  };
}

type Minimizing = Input & { readonly subjectId: string; readonly classifier: string };

function minimizeComment(call: Call, input: Minimizing) {
  const found = findNode(call, input.subjectId);
  if (found.kind !== 'IC' && found.kind !== 'PRRC') throw unknownId(input.subjectId);
  mustPush(found.call, 'MinimizeComment');
  found.one.minimized = input.classifier.toLowerCase().replaceAll('_', '-');
  return { ...clientId(input), minimizedComment: nodeView(call, found) };
}

function nodeView(call: Call, found: FoundNode): object {
  switch (found.kind) {
    case 'U': {
      const account = call.host.findAccount(found.login);
      if (account === null) throw notResolved(`User with the login of '${found.login}'`);
      return userView(account, call);
    }
    case 'O':
      return organizationView(found.account, call);
    case 'M':
      return mannequinView(found.one, call);
    case 'MS':
      return sourceView(found.one);
    case 'RM':
      return importView(found.one, call);
    case 'R':
      return repositoryView(found.call);
    case 'PR':
      return pullView(found.one, found.call);
    case 'PRRT':
      return threadView(found.one, found.call);
    case 'PRRC':
      return reviewCommentView(found.one, found.call);
    case 'IC':
      return issueCommentView(found.one, found.call);
  }
}

function withThread(
  call: Call,
  input: Input & { readonly threadId: string },
  mutation: string,
  change: (thread: GithubThread) => void,
) {
  const found = findNode(call, input.threadId);
  if (found.kind !== 'PRRT') throw unknownId(input.threadId);
  mustPush(found.call, mutation, found.one.pull);
  change(found.one);
  return { ...clientId(input), thread: threadView(found.one, found.call) };
}

async function withPull(
  call: Call,
  input: Input & { readonly pullRequestId: string },
  mutation: string,
  change: (pull: GithubPullRequest, inside: RepositoryCall) => Promise<void> | void,
) {
  const found = findNode(call, input.pullRequestId);
  if (found.kind !== 'PR') throw unknownId(input.pullRequestId);
  mustPush(found.call, mutation, found.one);
  await change(found.one, found.call);
  return { ...clientId(input), pullRequest: pullView(found.one, found.call) };
}

function mustPush(call: RepositoryCall, mutation: string, pull?: GithubPullRequest): void {
  const { user } = call.token;
  if (call.repository.archived) {
    throw new GraphqlRefusal('UNPROCESSABLE', 'Repository was archived so is read-only.');
  }
  if (call.permissions.push || pull?.author === user) return;
  const message = `${user.login} does not have the correct permissions to execute \`${mutation}\``;
  throw new GraphqlRefusal('FORBIDDEN', message);
}

function unknownId(id: string): GraphqlRefusal {
  return notResolved(`node with the global id of '${id}'`);
}

function clientId({ clientMutationId = null }: Input) {
  return { clientMutationId };
}
