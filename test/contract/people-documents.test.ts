import { schema as description } from '@octokit/graphql-schema';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { documents } from '../../src/core/hosts/github/people/documents.ts';

const schema = buildSchema(description.idl, { assumeValid: true });

it.each(Object.entries(documents))(
  'documents that look for people fit GitHub’s public schema: %s',
  (_, document) => {
    expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
  },
);
