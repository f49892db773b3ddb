import { STATUS_CODES } from 'node:http';
import { MigratorError } from '../../../kernel/errors.ts';
import type { HttpClient } from '../../../network/http/http-client.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { ShapeNote, ShapeNotes } from '../../../ports/records/shape-notes.ts';
import { compareAnswer, hasField } from './compare-answer.ts';
import { compileShape, type ShapeNode } from './compile-shape.ts';
import { type Assumed, type DescribedHost, withAssumed } from './described.ts';
import { type MatchRoute, routeMatcher } from './match-route.ts';

/** Describes what is expected of one kind of host. */
export interface ExpectedShapes {
  readonly described: () => Promise<DescribedHost>;
  readonly assumed: Assumed;
  /** The path as the description writes it: below the interface's own address. */
  readonly describedPath: (path: string) => string;
  /** Describes oddities of a page of a list, in words of our own. */
  readonly pageOddities: (request: HttpRequest, answer: unknown) => readonly string[];
}

/** The same client, which notes where answers are other than expected. */
export function observeShapes<Client extends HttpClient>(
  client: Client,
  expected: ExpectedShapes,
  notes: ShapeNotes | undefined,
): Client {
  if (notes === undefined) return client;
  const loaded = () =>
    (state ??= expected.described().then((one) => prepare(one, expected, notes)));
  let state: Promise<Observer> | null = null;
  return {
    ...client,
    async request(request: HttpRequest) {
      try {
        const answer = await client.request(request);
        (await loaded()).answered(request, answer);
        return answer;
      } catch (error) {
        if (error instanceof MigratorError) (await loaded()).failed(request, error);
        throw error;
      }
    },
  };
}

interface Observer {
  answered(request: HttpRequest, answer: HttpResponse): void;
  failed(request: HttpRequest, error: MigratorError): void;
}

/** Describes what is expected of one route's answers with one status. */
interface ExpectedAnswer {
  readonly node: ShapeNode | null;
  readonly noted: Set<string>;
}

type FullyExpected = ExpectedAnswer & { readonly node: ShapeNode };

function prepare(
  described: DescribedHost,
  { assumed, describedPath, pageOddities }: ExpectedShapes,
  notes: ShapeNotes,
): Observer {
  const { routes, types } = withAssumed(described, assumed);
  const match: MatchRoute = routeMatcher(Object.keys(routes));
  const known = new Map<string, ExpectedAnswer>();
  const seen = new Set<string>();

  const routeOf = ({ method, path }: HttpRequest) => match(method, describedPath(pathOf(path)));

  function once(deviation: ShapeNote['deviation'], route: string, sent: string): void {
    const key = `${deviation} ${route} ${sent}`;
    if (seen.has(key)) return;
    seen.add(key);
    notes.note({ deviation, route, place: '', sent });
  }

  function expectedAnswer(route: string, status: number): ExpectedAnswer {
    const key = `${status} ${route}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const shape = routes[route]?.answers[status];
    const node = shape === undefined || shape === null ? null : compileShape(shape, types);
    const made = { node, noted: new Set<string>() };
    known.set(key, made);
    return made;
  }

  function noteMissing(
    route: string,
    { request, json, node, noted }: { request: HttpRequest; json: unknown } & FullyExpected,
  ): void {
    const rows = node.field('values') !== undefined ? ['values'] : [];
    for (const way of [...rows, ...(assumed.needed[route] ?? [])]) {
      if (noted.has(way) || !isAskedFor(way, fieldsOf(request))) continue;
      if (hasField(json, stepsOf(way))) continue;
      noted.add(way);
      notes.note({ deviation: 'missing-field', route, place: way, sent: 'nothing' });
    }
  }

  function noteStatus(route: string, status: number): void {
    const { answers = {} } = routes[route] ?? {};
    if (Object.hasOwn(answers, status) || assumed.statuses.includes(status)) return;
    once('other-status', route, STATUS_CODES[status] === undefined ? 'unknown' : String(status));
  }

  return {
    answered(request, { status, json }) {
      const route = routeOf(request);
      if (route === null) return once('unknown-route', 'other', request.method);
      noteStatus(route, status);
      if (status < 200 || status > 299 || (request.expects ?? 'json') !== 'json') return;
      const { node, noted } = expectedAnswer(route, status);
      if (node === null) return;
      compareAnswer(json, node, (note, name) => notes.note({ ...note, route }, name));
      noteMissing(route, { request, json, node, noted });
      for (const oddity of pageOddities(request, json)) once('paging', route, oddity);
    },
    failed(request, error) {
      const route = routeOf(request);
      if (route === null) return;
      const { code, status } = error;
      if (code === 'bad-answer') once('not-json', route, 'no JSON');
      // An outage says nothing about the shape of answers.
      else if (status !== null && status < 500) noteStatus(route, status);
    },
  };
}

/** Links to the next page are whole addresses. */
function pathOf(path: string): string {
  return path.startsWith('/') ? path : (URL.parse(path)?.pathname ?? path);
}

function stepsOf(way: string): readonly string[] {
  return way.replaceAll('[]', '.[]').split('.');
}

function fieldsOf({ path, query }: HttpRequest): string | null {
  const { fields } = query ?? {};
  return fields === undefined
    ? new URLSearchParams(path.split('?')[1]).get('fields')
    : String(fields);
}

/** Bitbucket Cloud leaves out what `fields` does not name, or names with a minus. */
function isAskedFor(way: string, fields: string | null): boolean {
  if (fields === null) return true;
  const wanted = way.replaceAll('[]', '');
  const covers = (field: string) => wanted === field || wanted.startsWith(`${field}.`);
  const all = fields.split(',');
  if (all.some((field) => field.startsWith('-') && covers(field.slice(1)))) return false;
  const only = all.filter((field) => !/^[+-]/.test(field));
  return only.length === 0 || only.some(covers);
}
