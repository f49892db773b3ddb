import * as z from 'zod';
import { hasCode } from '../../../kernel/errors.ts';
import { hostFault } from '../../../network/http/response-errors.ts';
import { field } from '../../../network/response/response.ts';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import type { AuditedConversation, AuditedReview } from '../../../ports/target-audit.ts';
import { type GraphQlAnswer, graphQlFailure, isWithoutGraphQl } from '../rest/graphql.ts';
import type { AuditMethod, GitHub } from '../rest/shared.ts';
import { allEvents, eventsField, eventsSchema } from './events.ts';
import { askWithIds, type IdFields, listReviewThreads, restId } from './review-threads.ts';
import { listReviews, toAuditedReview } from './reviews.ts';

type Conversations = RepositoryName & {
  pulls: readonly { readonly number: number; readonly hasThreads: boolean }[];
  withEvents?: boolean;
} & Cancellable;

/**
 * Each with up to a hundred reviews and a hundred threads: 4,000 nodes of the half million that the host allows. The first
 * comments of the threads make it 20 times as dear as one for reviews alone.
 */
const pullsPerQuery = 20;
const reviewsPerQuery = 50;

const ids = { databaseId: restId, fullDatabaseId: restId };
const pageInfo = z.object({ hasNextPage: z.boolean() });
const pullSchema = z.object({
  reviews: z.object({
    pageInfo,
    nodes: z.array(
      z
        .object({
          ...ids,
          body: z.string().catch(''),
          url: z.string().catch(''),
          state: z.string().nullable().catch(null),
          submittedAt: z.string().nullable().catch(null),
          author: z.object({ login: z.string() }).nullable().catch(null),
        })
        .nullable(),
    ),
  }),
  reviewThreads: z
    .object({
      pageInfo,
      nodes: z.array(
        z
          .object({
            isResolved: z.boolean(),
            comments: z.object({ nodes: z.array(z.object(ids).nullable()) }),
          })
          .nullable(),
      ),
    })
    .optional(),
  timelineItems: eventsSchema.optional(),
});

type PullNode = z.infer<typeof pullSchema>;

export const readConversations: AuditMethod<'readConversations'> = async (github, request) => {
  const found = new Map<number, AuditedConversation>();
  let hasGraphQl = true;
  let fields: IdFields = 'databaseId fullDatabaseId';
  for (const some of queriesFor(request)) {
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
    for (const { number } of some.pulls.filter(({ hasThreads }) => hasThreads)) {
      const reviews = await reviewsOf(github, { ...request, number });
      if (reviews !== null) found.set(number, { reviews, threads: null, events: null });
    }
  }
  return found;
};

function* queriesFor({
  numbers,
  reviewsOf = [],
  ...rest
}: Parameters<AuditMethod<'readConversations'>>[1]): Generator<Conversations> {
  let pulls: Conversations['pulls'][number][] = [];
  const all = [
    ...numbers.map((number) => ({ number, hasThreads: true })),
    ...reviewsOf.map((number) => ({ number, hasThreads: false })),
  ];
  for (const one of all) {
    if (pulls.length >= (one.hasThreads ? pullsPerQuery : reviewsPerQuery)) {
      yield { ...rest, pulls };
      pulls = [];
    }
    pulls.push(one);
  }
  if (pulls.length > 0) yield { ...rest, pulls };
}

type Asked = GraphQlAnswer & { readonly fields: IdFields };

function unlessAbsent(thrown: unknown): null {
  if (isWithoutGraphQl(thrown)) return null;
  throw thrown;
}

async function query(github: GitHub, request: Conversations, fields: IdFields): Promise<Asked> {
  const { owner, name, pulls, signal } = request;
  const variables = Object.fromEntries(pulls.map(({ number }, index) => [`n${index}`, number]));
  const text = (ids: IdFields) => conversationsQuery(request, ids);
  return askWithIds(
    (ids) => github.graphQl(text(ids), { owner, name, ...variables }, { signal }),
    fields,
  );
}

/** `query(…) { repository(…) { p0: pullRequest(number: $n0) { … } … } }` */
function conversationsQuery({ pulls: asked, withEvents }: Conversations, fields: IdFields): string {
  const variables = asked.map((_, index) => `$n${index}: Int!`).join(', ');
  const threads = `reviewThreads(first: 100) {
        pageInfo { hasNextPage }
        nodes { isResolved comments(first: 1) { nodes { ${fields} } } }
      }`;
  const pulls = asked.map(
    ({ hasThreads }, index) => `p${index}: pullRequest(number: $n${index}) {
      reviews(first: 100) { pageInfo { hasNextPage } nodes { ${fields} body url state submittedAt author { login } } }
      ${hasThreads ? threads : ''}
      ${withEvents === true ? eventsField : ''}
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
  for (const [index, { number }] of request.pulls.entries()) {
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

/** Tells whether ids are missing: an object without one would look like something that is not there. */
function lacksIds({ reviews, reviewThreads }: PullNode): boolean {
  const roots = (reviewThreads?.nodes ?? []).flatMap((thread) => thread?.comments.nodes ?? []);
  return [...reviews.nodes, ...roots].some(
    (node) => node !== null && node.databaseId === null && node.fullDatabaseId === null,
  );
}

/** Long lists are read to their end by themselves. */
async function complete(
  github: GitHub,
  request: RepositoryName & { number: number } & Cancellable,
  { reviews, reviewThreads, timelineItems }: PullNode,
): Promise<AuditedConversation> {
  const threads =
    reviewThreads === undefined ? null : await threadsOf(github, request, reviewThreads);
  const more = reviews.pageInfo.hasNextPage ? await reviewsOf(github, request) : null;
  const events =
    timelineItems === undefined ? null : await allEvents(github, request, timelineItems);
  return { reviews: more ?? reviews.nodes.flatMap(toReview), threads, events };
}

async function threadsOf(
  github: GitHub,
  request: RepositoryName & { number: number } & Cancellable,
  { pageInfo: { hasNextPage }, nodes }: NonNullable<PullNode['reviewThreads']>,
): Promise<Map<string, boolean>> {
  const threads = new Map<string, boolean>();
  if (hasNextPage) {
    for await (const page of listReviewThreads(github, request)) {
      for (const { rootIds, isResolved } of page) {
        for (const id of rootIds) threads.set(id, isResolved);
      }
    }
  }
  for (const thread of nodes) {
    const [root = null] = thread?.comments.nodes ?? [];
    for (const id of [root?.databaseId, root?.fullDatabaseId]) {
      if (id && thread !== null) threads.set(id, thread.isResolved);
    }
  }
  return threads;
}

function toReview(node: PullNode['reviews']['nodes'][number]): AuditedReview[] {
  const id = node?.fullDatabaseId ?? node?.databaseId ?? null;
  if (node === null || id === null) return [];
  const { body, state, url, submittedAt, author } = node;
  const times = { created_at: null, submitted_at: submittedAt };
  return [
    toAuditedReview({ id, body, state, html_url: url, user: author?.login ?? null, ...times }),
  ];
}

/** `null`: the pull request is gone. */
async function reviewsOf(
  github: GitHub,
  request: RepositoryName & { number: number } & Cancellable,
): Promise<readonly AuditedReview[] | null> {
  const all: AuditedReview[] = [];
  try {
    for await (const page of listReviews(github, request)) all.push(...page);
  } catch (error) {
    if (hasCode(error, 'not-found')) return null;
    throw error;
  }
  return all;
}
