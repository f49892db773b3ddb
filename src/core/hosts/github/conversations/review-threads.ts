import * as z from 'zod';
import { field } from '../../../network/response/response.ts';
import type { PullRequestName } from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { GraphQlAnswer, GraphQlError } from '../rest/graphql.ts';
import { connectionOf, connectionPages, readConnection } from '../rest/graphql-pages.ts';
import type { GitHub } from '../rest/shared.ts';

export interface ReviewThread {
  /** GraphQL's own identifier. */
  readonly id: string;
  readonly isResolved: boolean;
  /** Under which the REST API knows its first comment. */
  readonly rootIds: readonly string[];
}

/** `fullDatabaseId` is text; the numbers of `databaseId` end at 32 bits, and old hosts have nothing else. */
export const restId = z
  .union([z.string().regex(/^\d+$/), z.number().int().nonnegative()])
  .transform(String)
  .nullable()
  .catch(null);

const commentRow = z.object({ databaseId: restId, fullDatabaseId: restId }).nullable().catch(null);

const threadRow = z
  .object({
    id: z.string().min(1),
    isResolved: z.boolean(),
    comments: z.object({ nodes: z.array(commentRow) }),
  })
  .nullable()
  .catch(null);

const threadsSchema = connectionOf(threadRow);

/** GitHub means to take `databaseId` away, and old Enterprise Servers do not have the other yet. */
export type IdFields = 'databaseId fullDatabaseId' | 'fullDatabaseId' | 'databaseId';

/** Pages of a hundred threads, oldest first. */
export async function* listReviewThreads(
  github: GitHub,
  request: PullRequestName & Cancellable,
): AsyncGenerator<readonly ReviewThread[]> {
  const { owner, name, number, signal } = request;
  const what = `review threads on pull request ${number} in ${owner}/${name}`;
  let fields: IdFields = 'databaseId fullDatabaseId';
  async function ask(after: string | null) {
    const variables = { owner, name, number, after };
    const answer = await askWithIds(
      (ids) => github.graphQl(threadsQuery(ids), variables, { signal }),
      fields,
    );
    ({ fields } = answer);
    const { data, errors } = answer;
    const found = field(field(field(data, 'repository'), 'pullRequest'), 'reviewThreads');
    return readConnection(threadsSchema, found, { errors, host: github.host, what });
  }
  for await (const { nodes } of connectionPages({ host: github.host, what, ask }))
    yield nodes.filter((node) => node !== null).map(toThread);
}

/** Asks for both numbers, and where the host does not know one of them for the other. */
export async function askWithIds(
  ask: (fields: IdFields) => Promise<GraphQlAnswer>,
  fields: IdFields,
): Promise<GraphQlAnswer & { readonly fields: IdFields }> {
  const answer = await ask(fields);
  const unknown = answer.data === null ? answer.errors.filter(isUnknownField) : [];
  if (unknown.length === 0 || fields !== 'databaseId fullDatabaseId') return { ...answer, fields };
  const isOld = unknown.some(({ message }) => message.includes('fullDatabaseId'));
  return askWithIds(ask, isOld ? 'databaseId' : 'fullDatabaseId');
}

/** "Field 'fullDatabaseId' doesn't exist on type 'PullRequestReviewComment'", with the code `undefinedField`. */
function isUnknownField({ type, message }: GraphQlError): boolean {
  return type === 'undefinedField' || /databaseId.* doesn.t exist on type/i.test(message);
}

function threadsQuery(fields: IdFields): string {
  return `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id isResolved comments(first: 1) { nodes { ${fields} } } }
      }
    }
  }
}`;
}

function toThread(node: NonNullable<z.infer<typeof threadRow>>): ReviewThread {
  const root = node.comments.nodes[0] ?? null;
  const ids = [root?.fullDatabaseId ?? null, root?.databaseId ?? null];
  return {
    id: node.id,
    isResolved: node.isResolved,
    rootIds: ids.filter((one) => one !== null),
  };
}
