import { field } from '../../../network/http/response.ts';
import type { PullRequestName } from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { type GraphQlAnswer, graphQlFailure } from '../rest/graphql.ts';
import type { GitHub, Method } from '../rest/shared.ts';
import { listReviewThreads } from './review-threads.ts';

interface Unresolved {
  readonly rootId: string;
  readonly threadId: string;
}

const threadsPerMutation = 25;

/** @returns the comments whose thread is not there, or cannot be resolved */
export const resolveThreads: Method<'resolveThreads'> = async (github, request) => {
  const missing = new Set(request.rootIds);
  if (missing.size === 0) return [];
  const unresolved: Unresolved[] = [];
  for await (const threads of listReviewThreads(github, request)) {
    for (const thread of threads) {
      const rootId = thread.rootIds.find((id) => missing.delete(id));
      if (rootId !== undefined && !thread.isResolved) {
        unresolved.push({ rootId, threadId: thread.id });
      }
    }
    if (missing.size === 0) break;
  }
  const failed: string[] = [];
  for (let start = 0; start < unresolved.length; start += threadsPerMutation) {
    const some = unresolved.slice(start, start + threadsPerMutation);
    failed.push(...(await resolveSome(github, some, request)));
  }
  return [...missing, ...failed];
};

/**
 * One that fails may have made GitHub leave out the rest: each is tried once more by itself.
 * @throws `permission` if the credentials may resolve none of them
 */
async function resolveSome(
  github: GitHub,
  threads: readonly Unresolved[],
  { number, signal }: PullRequestName & Cancellable,
): Promise<readonly string[]> {
  const answer = await mutate(github, threads, signal);
  const left = threads.filter((_, index) => !isResolved(answer, index));
  const failure = graphQlFailure(answer.errors, {
    host: github.host,
    what: `resolving threads of pull request ${number}`,
  });
  if (left.length === threads.length && failure.code === 'permission') throw failure;
  const failed: string[] = [];
  for (const thread of left) {
    const again = await mutate(github, [thread], signal);
    if (isResolved(again, 0)) continue;
    failed.push(thread.rootId);
    github.log('warn', `Could not resolve a thread of pull request ${number}`, {
      host: github.host,
      comment: thread.rootId,
      reasons: again.errors.slice(0, 5).map(({ message }) => message),
    });
  }
  return failed;
}

function mutate(
  github: GitHub,
  threads: readonly Unresolved[],
  signal: AbortSignal | undefined,
): Promise<GraphQlAnswer> {
  const variables = threads.map(({ threadId }, index) => [`t${index}`, threadId]);
  return github.graphQl(resolveMutation(threads.length), Object.fromEntries(variables), { signal });
}

/** `mutation($t0: ID!, …) { t0: resolveReviewThread(input: {threadId: $t0}) { thread { isResolved } } … }` */
function resolveMutation(count: number): string {
  const indexes = [...Array(count).keys()];
  const variables = indexes.map((index) => `$t${index}: ID!`).join(', ');
  const fields = indexes.map(
    (index) =>
      `t${index}: resolveReviewThread(input: {threadId: $t${index}}) { thread { isResolved } }`,
  );
  return `mutation(${variables}) {\n${fields.join('\n')}\n}`;
}

function isResolved({ data, errors }: GraphQlAnswer, index: number): boolean {
  const alias = `t${index}`;
  const thread = field(field(data, alias), 'thread') ?? null;
  if (thread === null || errors.some((error) => error.alias === alias)) return false;
  return field(thread, 'isResolved') !== false;
}
