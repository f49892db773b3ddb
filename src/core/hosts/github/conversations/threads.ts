import { field } from '../../../network/response/response.ts';
import type { PullRequestName } from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { type GraphQlAnswer, graphQlFailure } from '../rest/graphql.ts';
import type { GitHub, Method } from '../rest/shared.ts';
import { listReviewThreads } from './review-threads.ts';

interface OtherThread {
  readonly rootId: string;
  readonly threadId: string;
}

const threadsPerMutation = 25;

/** @returns the comments whose thread is not there, or cannot be changed */
export const resolveThreads: Method<'resolveThreads'> = async (github, request) => {
  const { reopens = false } = request;
  const missing = new Set(request.rootIds);
  if (missing.size === 0) return [];
  const others: OtherThread[] = [];
  for await (const threads of listReviewThreads(github, request)) {
    for (const thread of threads) {
      const rootId = thread.rootIds.find((id) => missing.delete(id));
      if (rootId !== undefined && thread.isResolved === reopens) {
        others.push({ rootId, threadId: thread.id });
      }
    }
    if (missing.size === 0) break;
  }
  const failed: string[] = [];
  for (let start = 0; start < others.length; start += threadsPerMutation) {
    const some = others.slice(start, start + threadsPerMutation);
    failed.push(...(await changeSome(github, some, { ...request, reopens })));
  }
  return [...missing, ...failed];
};

/**
 * One that fails may have made GitHub leave out the rest: each is tried once more by itself.
 * @throws `permission` if the credentials may change none of them
 */
async function changeSome(
  github: GitHub,
  threads: readonly OtherThread[],
  request: PullRequestName & { reopens: boolean } & Cancellable,
): Promise<readonly string[]> {
  const { number, reopens } = request;
  const answer = await mutate(github, threads, request);
  const left = threads.filter((_, index) => !isChanged(answer, index, reopens));
  const verb = reopens ? 'reopen' : 'resolve';
  const failure = graphQlFailure(answer.errors, {
    host: github.host,
    what: `${reopens ? 'reopening' : 'resolving'} threads on pull request ${number}`,
  });
  if (left.length === threads.length && failure.code === 'permission') throw failure;
  const failed: string[] = [];
  for (const thread of left) {
    const again = await mutate(github, [thread], request);
    if (isChanged(again, 0, reopens)) continue;
    failed.push(thread.rootId);
    github.log('warn', `Could not ${verb} a thread on pull request ${number}`, {
      host: github.host,
      comment: thread.rootId,
      reasons: again.errors.slice(0, 5).map(({ message }) => message),
    });
  }
  return failed;
}

function mutate(
  github: GitHub,
  threads: readonly OtherThread[],
  { owner, name, reopens, signal }: PullRequestName & { reopens: boolean } & Cancellable,
): Promise<GraphQlAnswer> {
  const variables = threads.map(({ threadId }, index) => [`t${index}`, threadId]);
  const text = threadMutation(threads.length, reopens);
  // The ids were found by name.
  const repository = { owner, name };
  return github.graphQl(text, Object.fromEntries(variables), { signal, repository });
}

/** `mutation($t0: ID!, …) { t0: resolveReviewThread(input: {threadId: $t0}) { thread { isResolved } } … }` */
function threadMutation(count: number, reopens: boolean): string {
  const field = reopens ? 'unresolveReviewThread' : 'resolveReviewThread';
  const indexes = [...Array(count).keys()];
  const variables = indexes.map((index) => `$t${index}: ID!`).join(', ');
  const fields = indexes.map(
    (index) => `t${index}: ${field}(input: {threadId: $t${index}}) { thread { isResolved } }`,
  );
  return `mutation(${variables}) {\n${fields.join('\n')}\n}`;
}

function isChanged({ data, errors }: GraphQlAnswer, index: number, reopens: boolean): boolean {
  const alias = `t${index}`;
  const thread = field(field(data, alias), 'thread') ?? null;
  if (thread === null || errors.some((error) => error.alias === alias)) return false;
  return field(thread, 'isResolved') !== reopens;
}
