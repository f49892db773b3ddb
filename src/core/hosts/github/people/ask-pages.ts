import * as z from 'zod';
import { hostFault } from '../../../network/http/response-errors.ts';
import { graphQlFailure } from '../rest/graphql.ts';
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

/** A page of a connection. */
export function connectionOf<Row>(row: z.ZodType<Row>) {
  return z.object({
    pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
    nodes: z.array(row.nullable()).nullable(),
  });
}

interface Page<Row> {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly nodes: readonly (Row | null)[] | null;
}

/** More than anybody has people. */
const mostPages = 10_000;

/** @param pageIn where the page is in an answer; `null`: the host has no such list */
export async function* askPages<Data, Row>(
  github: GitHub,
  question: Question<Data>,
  pageIn: (data: Data) => Page<Row> | null,
): AsyncGenerator<readonly Row[]> {
  let after: string | null = null;
  for (let count = 0; count < mostPages; count += 1) {
    const variables = { ...question.variables, after };
    const page = pageIn(await askPeople(github, { ...question, variables }));
    if (page === null) return;
    yield (page.nodes ?? []).filter((row) => row !== null);
    const { endCursor, hasNextPage }: Page<Row>['pageInfo'] = page.pageInfo;
    if (!hasNextPage) return;
    if (endCursor === null || endCursor === after) break;
    after = endCursor;
  }
  throw hostFault(`${github.host} repeats list pages (${question.what})`);
}
