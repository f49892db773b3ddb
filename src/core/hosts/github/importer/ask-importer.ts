import * as z from 'zod';
import type { HttpClient } from '../../../network/http/http-client.ts';
import type { Log } from '../../../network/http/http-request.ts';
import type { TargetImporter } from '../../../ports/target-importer.ts';
import type { MethodOf } from '../../shared/method.ts';
import type { GraphQlError, SendGraphQl } from '../rest/graphql.ts';
import { parseCreated, parseResponse } from '../rest/parse-response.ts';
import { documents, featureHeader } from './documents.ts';
import { importerFailure } from './importer-refusals.ts';

/** Describes what the parts of the importer's client share. */
export interface Importer {
  /** For messages. */
  readonly host: string;
  readonly graphQl: SendGraphQl;
  /** Bound to the host for uploads: its credentials go nowhere else. */
  readonly uploads: HttpClient;
  /** A client without credentials. @throws `configuration` for an address that is neither https nor on this machine */
  readonly openAnonymous: (origin: string) => HttpClient;
  /** The importer reads the archive with it. */
  readonly token: string;
  readonly log: Log;
}

export type ImporterMethod<Name extends keyof TargetImporter> = MethodOf<
  Importer,
  TargetImporter,
  Name
>;

interface Question<Data> {
  readonly document: keyof typeof documents;
  readonly variables: Readonly<Record<string, string | number | boolean | null>>;
  /** Of `data`. */
  readonly schema: z.ZodType<Data>;
  /** Names what is asked for in messages. */
  readonly what: string;
  readonly creates?: boolean;
  /** Errors that leave the answer as it is. */
  readonly isExpected?: (error: GraphQlError) => boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends one document.
 * @throws the refusal as importerFailure() words it
 */
export async function askImporter<Data>(
  importer: Importer,
  question: Question<Data>,
): Promise<Data> {
  const { document, variables, schema, what, creates = false, signal } = question;
  const { host } = importer;
  const options = { signal, headers: featureHeader, creates };
  const { data, errors } = await importer.graphQl(documents[document], variables, options);
  const serious = errors.filter((error) => question.isExpected?.(error) !== true);
  if (serious.length > 0) throw importerFailure(serious, { host, what });
  const answer = { status: 200, headers: {}, json: data };
  return creates
    ? parseCreated(schema, answer, host, what)
    : parseResponse(schema, answer, host, what);
}

/** An id of GitHub's GraphQL. */
export const nodeId = z.string().min(1).max(500);
