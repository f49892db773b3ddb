import { schema } from '@octokit/graphql-schema';
import { buildSchema, findBreakingChanges } from 'graphql';
import { expect, it } from 'vitest';
import { typeDefinitions } from '../../sandbox/github/graphql/type-definitions.ts';

it('the sandbox’s GraphQL has nothing that GitHub’s does not have, and all of it the same', () => {
  const own = buildSchema(typeDefinitions);
  const github = buildSchema(schema.idl, { assumeValid: true });
  const breaking = findBreakingChanges(own, github).map(({ description }) => description);
  expect(breaking).toEqual([]);
  const invented = buildSchema(typeDefinitions.replace('viewer: User!', 'viewer: User! shoe: Int'));
  expect(findBreakingChanges(invented, github)).toHaveLength(1);
});
