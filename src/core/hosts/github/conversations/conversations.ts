import * as z from 'zod';
import { hasCode } from '../../../kernel/errors.ts';
import { field } from '../../../network/http/response.ts';
import { hostFault } from '../../../network/http/response-errors.ts';
import type { TargetComment } from '../../../ports/pull-request-target.ts';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import type { AuditedConversation } from '../../../ports/target-audit.ts';
import { type GraphQlAnswer, graphQlFailure, isWithoutGraphQl } from '../rest/graphql.ts';
import type { AuditMethod, GitHub } from '../rest/shared.ts';
import { askWithIds, type IdFields, listReviewThreads, restId } from './review-threads.ts';
import { listReviews } from './reviews.ts';

type Conversations = RepositoryName & { numbers: readonly number[] } & Cancellable;

/** Each with up to a hundred reviews and a hundred threads: 4,000 nodes of the half million that the host allows. */
const pullsPerQuery = 20;

const ids = { databaseId: restId, fullDatabaseId: restId };
const pageInfo = z.object({ hasNextPage: z.boolean() });
const pullSchema = z.object({
  reviews: z.object({
    pageInfo,
    nodes: z.array(
      z.object({ ...ids, body: z.string().catch(''), url: z.string().catch('') }).nullable(),
    ),
  }),
  reviewThreads: z.object({
    pageInfo,
    nodes: z.array(
      z
        .object({
          isResolved: z.boolean(),
          comments: z.object({ nodes: z.array(z.object(ids).nullable()) }),
        })
        .nullable(),
    ),
  }),
});

type PullNode = z.infer<typeof pullSchema>;

export const readConversations: AuditMethod<'readConversations'> = async (github, request) => {
  const found = new Map<number, AuditedConversation>();
  let hasGraphQl = true;
  let fields: IdFields = 'databaseId fullDatabaseId';
  for (let start = 0; start < request.numbers.length; start += pullsPerQuery) {
    const some = { ...request, numbers: request.numbers.slice(start, start + pullsPerQuery) };
    if (hasGraphQl) {
      const answer: Asked | null = await query(github, some, fields).catch(unlessAbsent);
      hasGraphQl = answer !== null;
      if (answer !== null) {
        ({ fields } = answer);
        for (const [number, one] of await parseAll(github, some, answer)) {
          found.set(number, one);
        }
        continue;
      }
    }
    for (const number of some.numbers) {
      const reviews = await reviewsOf(github, { ...request, number });
      if (reviews !== null) found.set(number, { reviews, threads: null });
    }
  }
  return found;
};

type Asked = GraphQlAnswer & { readonly fields: IdFields };

function unlessAbsent(thrown: unknown): null {
  if (isWithoutGraphQl(thrown)) return null;
  throw thrown;
}

async function query(github: GitHub, request: Conversations, fields: IdFields): Promise<Asked> {
  const { owner, name, numbers, signal } = request;
  const variables = Object.fromEntries(numbers.map((number, index) => [`n${index}`, number]));
  const text = (ids: IdFields) => conversationsQuery(numbers.length, ids);
  return askWithIds(
    (ids) => github.graphQl(text(ids), { owner, name, ...variables }, { signal }),
    fields,
  );
}

/** `query(…) { repository(…) { p0: pullRequest(number: $n0) { … } … } }` */
function conversationsQuery(count: number, fields: IdFields): string {
  const indexes = [...Array(count).keys()];
  const variables = indexes.map((index) => `$n${index}: Int!`).join(', ');
  const pulls = indexes.map(
    (index) => `p${index}: pullRequest(number: $n${index}) {
      reviews(first: 100) { pageInfo { hasNextPage } nodes { ${fields} body url } }
      reviewThreads(first: 100) {
        pageInfo { hasNextPage }
        nodes { isResolved comments(first: 1) { nodes { ${fields} } } }
      }
    }`,
  );
  return `query($owner: String!, $name: String!, ${variables}) {
  repository(owner: $owner, name: $name) {
    ${pulls.join('\n    ')}
  }
}`;
}

/**
 * A pull request that is gone is an error of its own alias, which is `null` then. One of the two numbers may fail (it is
 * too large for `databaseId`): that is an error only where the other is not there either.
 */
async function parseAll(
  github: GitHub,
  request: Conversations,
  { data, errors }: GraphQlAnswer,
): Promise<ReadonlyMap<number, AuditedConversation>> {
  const what = `conversations of ${request.owner}/${request.name}`;
  const repository = field(data, 'repository') ?? null;
  const reported = errors.filter(({ type }) => type !== 'NOT_FOUND');
  const serious = reported.filter(
    (error) => !(error.leaf !== null && Object.hasOwn(ids, error.leaf)),
  );
  if (repository === null || serious.length > 0) {
    throw graphQlFailure(serious.length > 0 ? serious : errors, { host: github.host, what });
  }
  const found = new Map<number, AuditedConversation>();
  for (const [index, number] of request.numbers.entries()) {
    const node = field(repository, `p${index}`) ?? null;
    if (node === null) continue;
    const parsed = pullSchema.safeParse(node);
    if (!parsed.success) throw hostFault(`${github.host} returned no list of ${what}`);
    if (reported.length > 0 && lacksIds(parsed.data)) {
      throw graphQlFailure(reported, { host: github.host, what });
    }
    found.set(number, await complete(github, { ...request, number }, parsed.data));
  }
  return found;
}

/** What has no number would look like something that is not there. */
function lacksIds({ reviews, reviewThreads }: PullNode): boolean {
  const roots = reviewThreads.nodes.flatMap((thread) => thread?.comments.nodes ?? []);
  return [...reviews.nodes, ...roots].some(
    (node) => node !== null && node.databaseId === null && node.fullDatabaseId === null,
  );
}

/** Long lists are read to their end by themselves. */
async function complete(
  github: GitHub,
  request: RepositoryName & { number: number } & Cancellable,
  { reviews, reviewThreads }: PullNode,
): Promise<AuditedConversation> {
  const threads = new Map<string, boolean>();
  if (reviewThreads.pageInfo.hasNextPage) {
    for await (const page of listReviewThreads(github, request)) {
      for (const { rootIds, isResolved } of page) {
        for (const id of rootIds) threads.set(id, isResolved);
      }
    }
  }
  for (const thread of reviewThreads.nodes) {
    const [root = null] = thread?.comments.nodes ?? [];
    for (const id of [root?.databaseId, root?.fullDatabaseId]) {
      if (id && thread !== null) threads.set(id, thread.isResolved);
    }
  }
  const more = reviews.pageInfo.hasNextPage ? await reviewsOf(github, request) : null;
  return { reviews: more ?? reviews.nodes.flatMap(toReview), threads };
}

function toReview(node: PullNode['reviews']['nodes'][number]): TargetComment[] {
  const id = node?.fullDatabaseId ?? node?.databaseId ?? null;
  if (node === null || id === null) return [];
  const { body, url } = node;
  return [{ id, body, webUrl: url, createdAt: null, rootId: null, place: null }];
}

/** `null`: the pull request is gone. */
async function reviewsOf(
  github: GitHub,
  request: RepositoryName & { number: number } & Cancellable,
): Promise<readonly TargetComment[] | null> {
  const all: TargetComment[] = [];
  try {
    for await (const page of listReviews(github, request)) all.push(...page);
  } catch (error) {
    if (hasCode(error, 'not-found')) return null;
    throw error;
  }
  return all;
}
