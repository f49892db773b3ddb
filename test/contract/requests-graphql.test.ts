import { schema as description } from '@octokit/graphql-schema';
import {
  buildSchema,
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { getVariableValues } from 'graphql/execution';
import { describe, expect, it } from 'vitest';
import { app } from '../core/hosts/github/app.ts';
import { openPullRequests, pull } from '../core/hosts/github/pull-request-support.ts';
import type { ReceivedRequest, Reply } from '../core/network/support/scripted-server.ts';

/** Every document that the GitHub adapter sends to GraphQL, held against GitHub's own schema. */

interface Sent {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const schema = buildSchema(description.idl, { assumeValid: true });

function check({ query, variables }: Sent): string {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const operation = operationOf(document);
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  expect(values.errors).toBeUndefined();
  return operation.operation;
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const [definition, ...more] = definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || more.length > 0) {
    throw new Error('one operation was expected');
  }
  return definition;
}

/** A page of threads, however they are asked for; `unknown` is a field that the host does not have. */
function host(unknown: string | null) {
  return (request: ReceivedRequest): Reply => {
    const { query, variables } = JSON.parse(request.body) as Sent;
    if (query.startsWith('mutation')) {
      const fields = Object.keys(variables).map((name) => [name, { thread: { isResolved: true } }]);
      return { body: { data: Object.fromEntries(fields) } };
    }
    if (query.includes('p0:') && unknown !== null && new RegExp(`\\b${unknown}\\b`).test(query)) {
      const message = `Field '${unknown}' doesn't exist on type 'PullRequestReview'`;
      return { body: { errors: [{ message, extensions: { code: 'undefinedField' } }] } };
    }
    if (query.includes('p0:')) return { body: { data: { repository: { p0: null } } } };
    if (!query.includes('reviewThreads')) return { body: { data: {} } };
    if (unknown !== null && new RegExp(`\\b${unknown}\\b`).test(query)) {
      const message = `Field '${unknown}' doesn't exist on type 'PullRequestReviewComment'`;
      return { body: { errors: [{ message, extensions: { code: 'undefinedField' } }] } };
    }
    const isLast = variables.after !== null;
    const nodes = Array.from({ length: 30 }, (_, index) => {
      const id = index + (isLast ? 30 : 0);
      const comment = { databaseId: id, fullDatabaseId: String(id) };
      return { id: `PRRT_${id}`, isResolved: false, comments: { nodes: [comment] } };
    });
    const pageInfo = { hasNextPage: !isLast, endCursor: isLast ? null : 'cursor' };
    const reviewThreads = { pageInfo, nodes };
    return { body: { data: { repository: { pullRequest: { reviewThreads } } } } };
  };
}

describe('GitHub’s schema of GraphQL', () => {
  it.each([null, 'databaseId', 'fullDatabaseId'])(
    'knows how threads are found and resolved, without %s too',
    async (unknown) => {
      await using at = await openPullRequests(host(unknown));
      const rootIds = Array.from({ length: 60 }, (_, index) => String(index));
      expect(await at.pullRequests.resolveThreads({ ...pull, rootIds })).toEqual([]);
      const kinds = at.server.requests.map(({ body }) => check(JSON.parse(body) as Sent));
      const queries = unknown === null ? ['query', 'query'] : ['query', 'query', 'query'];
      expect(kinds).toEqual([...queries, 'mutation', 'mutation', 'mutation']);
    },
  );

  it.each([null, 'databaseId', 'fullDatabaseId'])(
    'knows how conversations of many pull requests are read, without %s too',
    async (unknown) => {
      await using at = await openPullRequests(host(unknown));
      const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
      const reviewsOf = Array.from({ length: 70 }, (_, index) => index + 26);
      const asked = { ...app, numbers, reviewsOf, withEvents: true };
      const found = await at.audit.readConversations(asked);
      expect(found.size).toBe(0);
      const kinds = at.server.requests.map(({ body }) => check(JSON.parse(body) as Sent));
      // 20 with threads; 5 with threads and 45 others; 25 others.
      expect(kinds).toHaveLength(unknown === null ? 3 : 4);
    },
  );

  it('knows how long histories are read to their end', async () => {
    const end = { pageInfo: { hasNextPage: false }, nodes: [] };
    const more = { pageInfo: { hasNextPage: true, endCursor: 'next' }, nodes: [] };
    await using at = await openPullRequests(({ body }) => {
      const one = body.includes('p0:')
        ? { p0: { reviews: end, reviewThreads: end, timelineItems: more } }
        : { pullRequest: { timelineItems: end } };
      return { body: { data: { repository: one } } };
    });
    const found = await at.audit.readConversations({ ...app, numbers: [7], withEvents: true });
    expect(found.get(7)?.events).toEqual([]);
    const kinds = at.server.requests.map(({ body }) => check(JSON.parse(body) as Sent));
    expect(kinds).toEqual(['query', 'query']);
  });

  it('knows how threads are opened again', async () => {
    await using at = await openPullRequests(host(null));
    await at.pullRequests.resolveThreads({ ...pull, rootIds: ['1'], reopens: true });
    // The stand-in shows all of them as open already.
    const kinds = at.server.requests.map(({ body }) => check(JSON.parse(body) as Sent));
    expect(kinds).toEqual(['query']);
  });

  it.each([true, false])('knows how a draft is set to %s', async (isDraft) => {
    await using at = await openPullRequests((request) => {
      const isMutation = (JSON.parse(request.body) as Sent).query.startsWith('mutation');
      const pullRequest = { id: 'PR_7', isDraft: !isDraft };
      return { body: { data: isMutation ? {} : { repository: { pullRequest } } } };
    });
    await at.pullRequests.setDraft({ ...pull, isDraft });
    const kinds = at.server.requests.map(({ body }) => check(JSON.parse(body) as Sent));
    expect(kinds).toEqual(['query', 'mutation']);
  });

  it.each([1, 100])('knows how %d users are looked for', async (count) => {
    await using at = await openPullRequests(host(null));
    const logins = Array.from({ length: count }, (_, index) => `user-${index}`);
    await at.pullRequests.findUsers({ logins });
    expect(at.server.requests.map(({ body }) => check(JSON.parse(body) as Sent))).toEqual([
      'query',
    ]);
  });

  it('refuses what it does not know', () => {
    expect(() => check({ query: '{ user(login: "x") { shoeSize } }', variables: {} })).toThrow();
  });
});
