import * as z from 'zod';
import { withoutDetail } from '../../../kernel/errors.ts';
import { addressAtHome } from '../../../network/http/pagination.ts';
import { hostFault, statusError } from '../../../network/http/response-errors.ts';
import { type HttpResponse, hostMessage } from '../../../network/response/response.ts';
import { optionalText, orNull } from '../../shared/lenient-schema.ts';
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
  next: optionalText,
  size: orNull(z.number().int().nonnegative()),
  pagelen: orNull(z.number().int().positive()),
});

type VariablePage = z.infer<typeof pageSchema>;

export interface VariableList<Row> {
  readonly path: string;
  readonly row: z.ZodType<Row>;
  readonly fields: readonly string[];
  readonly keyOf: (row: Row) => string;
  /** For messages: what a row is, and of what. */
  readonly what: string;
  readonly of: string;
  readonly signal?: AbortSignal | undefined;
}

interface PageAddress {
  readonly page: number;
  /** The host's own link to it, where it gives one. */
  readonly next: string | null;
}

/** The page before was full, without a link to this one. */
function isGuess({ page, next }: PageAddress): boolean {
  return page > 1 && next === null;
}

/** How hosts answer without such a page or, for the first, without pipelines. */
function isPastTheEnd({ status }: HttpResponse, asked: PageAddress): boolean {
  if (status === 404) return asked.page === 1 || isGuess(asked);
  return status === 400 && isGuess(asked);
}

/** More pages than this count as a fault of the host. */
const maxPages = 1000;

/** Reads lists of the host's pipelines, and remembers the accepted form of query. */
export type ReadVariables = <Row>(list: VariableList<Row>) => Promise<readonly Row[]>;

/**
 * These lists need their own reader: without `pagelen` they end after ten rows, some omit `next` although there is more,
 * some return to their first page, and some accept no parameters. Returns each row once, none for 404: pipelines were
 * never enabled.
 */
export function createVariableReader(bitbucket: BitbucketCloud): ReadVariables {
  // The accepted form by kind of list, so that it is found once and not for every repository.
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
  let asked: PageAddress = { page: 1, next: null };
  let position = 0;
  let size: number | null = null;
  while (asked.page <= maxPages) {
    const answer = await askForPage(reader, list, asked);
    const page: VariablePage = isPastTheEnd(answer, asked)
      ? { values: [], size, next: null, pagelen: null }
      : pageOf(reader, list, answer);
    ({ size } = page);
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
    asked = { page: asked.page + 1, next: after.next };
  }
  throw hostFault(`${bitbucket.client.host} repeats list rows (${list.path})`);
}

async function askForPage<Row>(
  { bitbucket, known }: ListReader,
  list: VariableList<Row>,
  asked: PageAddress,
): Promise<HttpResponse> {
  const forms = variableForms(list.fields);
  for (let index = known.get(list.what) ?? 0; ; index++) {
    const form = forms[index] ?? lastForm;
    const answer = await get(bitbucket, {
      ...addressOf(list, asked, form),
      expectedStatuses: [400, 404],
      isRepository: true,
      signal: list.signal,
    }).catch((thrown: unknown) => {
      throw withoutDetail(thrown);
    });
    if (answer.status !== 400 || isGuess(asked)) {
      // The refusal of one list must not make all others request more fields.
      if (!known.has(list.what)) known.set(list.what, index);
      return answer;
    }
    if (index >= forms.length - 1) {
      const { host } = bitbucket.client;
      throw withoutDetail(statusError(answer, host, `GET ${list.path}`));
    }
    // Too long a page is no reason to drop the fields.
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
 * Where the list continues. A full page without `next` may be the last: the host's total decides or, without one, an
 * empty or repeated page. Pure.
 */
function whatNext(
  { values, next, size, pagelen }: VariablePage,
  { found, isRepeated }: { found: number; isRepeated: boolean },
): 'end' | 'circle' | { readonly next: string | null } {
  if (values.length === 0) return 'end';
  // A host that does not report its page length may have ignored ours.
  const isFull = values.length >= (pagelen ?? defaultPageLength);
  const isMore = next !== null || (size === null ? isFull : found < size);
  if (!isMore) return 'end';
  if (!isRepeated) return { next };
  return size === null && next === null ? 'end' : 'circle';
}

const lastForm: VariableForm = { hasPageLength: false, fields: null };

function addressOf<Row>(list: VariableList<Row>, { page, next }: PageAddress, form: VariableForm) {
  if (next === null) return { path: list.path, query: queryOf(form, page) };
  return { path: addressAtHome(withFields(next, form), publicOrigin) };
}

/** The list is complete; the total may count rows that these credentials cannot see. */
function warnOfMissing(
  { client, services }: BitbucketCloud,
  { what, of }: { readonly what: string; readonly of: string },
  { listed, size }: { listed: number; size: number | null },
): void {
  if (size === null || listed >= size) return;
  services.log('warn', `${client.host} reports ${size} ${what}s for ${of} but lists ${listed}`);
}
