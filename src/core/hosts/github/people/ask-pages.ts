import type * as z from 'zod';
import { graphQlFailure } from '../rest/graphql.ts';
import { type ConnectionPage, connectionPages } from '../rest/graphql-pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';
import { documents } from './documents.ts';

export interface Question<Data> {
  readonly document: keyof typeof documents;
  readonly variables: Readonly<Record<string, string | number | null>>;
  /** Of `data`. */
  readonly schema: z.ZodType<Data>;
  /** Names what is asked for in messages. */
  readonly what: string;
  readonly signal: AbortSignal | undefined;
}

/** Sends one document. @throws what the host refuses: a part of an answer would look like all of it */
export async function askPeople<Data>(github: GitHub, question: Question<Data>): Promise<Data> {
  const { document, variables, schema, what, signal } = question;
  const { data, errors } = await github.graphQl(documents[document], variables, { signal });
  if (errors.length > 0) throw graphQlFailure(errors, { host: github.host, what });
  return parseResponse(schema, { status: 200, headers: {}, json: data }, github.host, what);
}

/** @param pageIn where the page is in an answer; `null`: the host has no such list */
export async function* askPages<Data, Row>(
  github: GitHub,
  question: Question<Data>,
  pageIn: (data: Data) => ConnectionPage<Row> | null,
): AsyncGenerator<readonly Row[]> {
  const { host } = github;
  const { what, variables } = question;
  const ask = async (after: string | null) =>
    pageIn(await askPeople(github, { ...question, variables: { ...variables, after } }));
  for await (const { nodes } of connectionPages({ host, what, ask }))
    yield nodes.filter((row) => row !== null);
}
