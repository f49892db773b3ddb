import * as z from 'zod';
import { MigratorError, withoutDetail } from '../../../kernel/errors.ts';
import { addressAtHome } from '../../../network/http/pagination.ts';
import { type HttpResponse, hostMessage } from '../../../network/http/response.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import { parseResponse } from '../../shared/rows.ts';
import { publicOrigin } from '../http/pages.ts';
import { type BitbucketCloud, get, notUnderstood } from '../http/reading.ts';
import {
  defaultPageLength,
  queryOf,
  type VariableForm,
  variableForms,
  withFields,
} from './variable-query.ts';

/** Nothing of a page is guaranteed but its rows. */
const pageSchema = z.object({
  values: z.array(z.unknown()),
  next: z.string().min(1).nullish().catch(null),
  size: z.number().int().nonnegative().nullish().catch(null),
  pagelen: z.number().int().positive().nullish().catch(null),
});

type VariablePage = z.infer<typeof pageSchema>;

export interface VariableList<Row> {
  readonly path: string;
  /** What no two rows share, and what is asked for of each. */
  readonly row: z.ZodType<Row>;
  readonly fields: readonly string[];
  readonly keyOf: (row: Row) => string;
  /** What a row is, and of what, for messages. */
  readonly what: string;
  readonly of: string;
  readonly signal?: AbortSignal | undefined;
}

interface Place {
  readonly page: number;
  /** The host's own link to it, where it gives one. */
  readonly next: string | null;
}

/** The page before was full, and has not led to this one. */
function isGuess({ page, next }: Place): boolean {
  return page > 1 && next === null;
}

/** So hosts answer where there is no such page, or, at the first, no pipelines. */
function isPastTheEnd({ status }: HttpResponse, place: Place): boolean {
  if (status === 404) return place.page === 1 || isGuess(place);
  return status === 400 && isGuess(place);
}

/** More than this is taken for a fault of the host. */
const maxPages = 1000;

/** Reads the lists of the host's pipelines, and remembers how they want to be asked. */
export type ReadVariables = <Row>(list: VariableList<Row>) => Promise<readonly Row[]>;

/**
 * These lists need a reader of their own: without `pagelen` they end after ten rows, some leave `next` out although
 * there is more, some go back to their first page, and some take no parameters at all. Rows that come twice are given
 * once. Nothing where the host says 404: pipelines were never switched on there.
 */
export function createVariableReader(bitbucket: BitbucketCloud): ReadVariables {
  // Of each kind of list the form that the host takes, so that it is not found out anew for every repository.
  const known = new Map<string, number>();
  return (list) => readRows({ bitbucket, known }, list);
}

interface ListReader {
  readonly bitbucket: BitbucketCloud;
  /** By what is listed: which of the forms the host takes. */
  readonly known: Map<string, number>;
}

async function readRows<Row>(reader: ListReader, list: VariableList<Row>): Promise<readonly Row[]> {
  const { bitbucket } = reader;
  const rows = new Map<string, Row>();
  let place: Place = { page: 1, next: null };
  let position = 0;
  let size: number | null = null;
  while (place.page <= maxPages) {
    const answer = await askForPage(reader, list, place);
    const page: VariablePage = isPastTheEnd(answer, place)
      ? { values: [], size }
      : pageOf(reader, list, answer);
    size = page.size ?? null;
    const before = rows.size;
    const kind = { host: bitbucket.client.host, what: list.what, of: list.of };
    for (const value of page.values) {
      position += 1;
      const row = parseResponse(list.row, value, { kind, position });
      rows.set(list.keyOf(row), row);
    }
    const isRepeated = rows.size === before;
    const after = whatNext(page, { found: rows.size, isRepeated });
    if (after === 'circle') break;
    if (after === 'end') {
      warnOfMissing(bitbucket, list, { listed: rows.size, size });
      return [...rows.values()];
    }
    place = { page: place.page + 1, next: after.next };
  }
  throw endless(bitbucket, list.path);
}

async function askForPage<Row>(
  { bitbucket, known }: ListReader,
  list: VariableList<Row>,
  place: Place,
): Promise<HttpResponse> {
  const forms = variableForms(list.fields);
  for (let index = known.get(list.what) ?? 0; ; index++) {
    const form = forms[index] ?? lastForm;
    const answer = await get(
      bitbucket,
      {
        ...addressOf(list, place, form),
        expectedStatuses: [400, 404],
        signal: list.signal,
      },
      { isRepository: true },
    ).catch((thrown: unknown) => {
      throw withoutDetail(thrown);
    });
    if (answer.status !== 400 || isGuess(place)) {
      // What one list takes badly is no reason to ask all others for more than is needed.
      if (!known.has(list.what)) known.set(list.what, index);
      return answer;
    }
    if (index >= forms.length - 1) {
      const { host } = bitbucket.client;
      throw withoutDetail(statusError(answer, host, `GET ${list.path}`));
    }
    // A page that is too long is no reason to give up the choice of fields.
    const isLength = /pagelen/i.test(hostMessage(answer.json) ?? '');
    if (!isLength && form.hasPageLength) index += 1;
  }
}

function pageOf<Row>(
  { bitbucket }: ListReader,
  list: VariableList<Row>,
  answer: HttpResponse,
): VariablePage {
  const page = pageSchema.safeParse(answer.json);
  if (!page.success) throw notUnderstood(bitbucket, `GET ${list.path}`);
  return page.data;
}

/**
 * Where the list goes on. A full page without `next` may be the last one, or may not; where the host tells how many
 * rows there are, that decides, and otherwise only an empty page or one that has come before. Pure.
 */
function whatNext(
  { values, next = null, size = null, pagelen }: VariablePage,
  { found, isRepeated }: { found: number; isRepeated: boolean },
): 'end' | 'circle' | { readonly next: string | null } {
  if (values.length === 0) return 'end';
  // A host that does not say how long its pages are may have passed over what it was asked for.
  const isFull = values.length >= (pagelen ?? defaultPageLength);
  const isMore = next !== null || (size === null ? isFull : found < size);
  if (!isMore) return 'end';
  if (!isRepeated) return { next };
  return size === null && next === null ? 'end' : 'circle';
}

const lastForm: VariableForm = { hasPageLength: false, fields: null };

function addressOf<Row>(list: VariableList<Row>, { page, next }: Place, form: VariableForm) {
  if (next === null) return { path: list.path, query: queryOf(form, page) };
  return { path: addressAtHome(withFields(next, form), publicOrigin) };
}

/** The list has ended as it should; the number beside it may count what these credentials do not see. */
function warnOfMissing(
  { client, services }: BitbucketCloud,
  { what, of }: { readonly what: string; readonly of: string },
  { listed, size }: { listed: number; size: number | null },
): void {
  if (size === null || listed >= size) return;
  services.log('warn', `${client.host} counts ${size} ${what}s of ${of} and lists ${listed}`);
}

function endless({ client }: BitbucketCloud, path: string): MigratorError {
  return new MigratorError(
    'bad-answer',
    `The list ${path} of ${client.host} cannot be read to its end`,
    {
      hint: 'It gives the same rows again and again: run the command again, and report it if it stays.',
      retry: 'yes',
    },
  );
}
