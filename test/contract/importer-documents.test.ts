import { schema as description } from '@octokit/graphql-schema';
import { buildSchema, type GraphQLSchema, isEnumType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { documents } from '../../src/core/hosts/github/importer/documents.ts';

const schema: GraphQLSchema = buildSchema(description.idl, { assumeValid: true });

/** Documents that need what GitHub opens by a header alone, and the field that its public schema lacks. */
const unknown: Readonly<Record<string, string>> = { reattribute: 'reattributeMannequinToUser' };

function problemsOf(document: string): readonly string[] {
  return validate(schema, parse(document)).map(({ message }) => message);
}

function enumValues(name: string): readonly string[] {
  const type = schema.getType(name);
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
}

describe('documents of the importer', () => {
  it.each(Object.entries(documents).filter(([name]) => unknown[name] === undefined))(
    'fit GitHub’s public schema: %s',
    (_, document) => {
      expect(problemsOf(document)).toEqual([]);
    },
  );

  it.each(Object.entries(unknown))('need what is not public: %s', (name, field) => {
    const problems = problemsOf(documents[name as keyof typeof documents]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`Cannot query field "${field}" on type "Mutation"`);
  });

  it('name only formats of archives that the public schema knows', () => {
    const names = enumValues('MigrationSourceType');
    expect(names).toEqual(expect.arrayContaining(['GITHUB_ARCHIVE', 'BITBUCKET_SERVER']));
    // GitHub's own tool for GitLab sends it all the same.
    expect(names).not.toContain('GITLAB');
  });

  it('expect the public states, and two that only GitHub’s own tools know', () => {
    const states = enumValues('MigrationState');
    const expected = ['NOT_STARTED', 'PENDING_VALIDATION', 'QUEUED', 'IN_PROGRESS', 'SUCCEEDED'];
    expect(states).toEqual(expect.arrayContaining(expected));
    expect(states).toEqual(expect.not.arrayContaining(['VALIDATING', 'WAITING']));
  });
});
