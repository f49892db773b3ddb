import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import {
  type DescribedHost,
  type Shape,
  withAssumed,
} from '../../../src/core/hosts/shared/shapes/described.ts';
import { routeMatcher } from '../../../src/core/hosts/shared/shapes/match-route.ts';
import type { ExpectedShapes } from '../../../src/core/hosts/shared/shapes/observe-shapes.ts';
import type { Network } from '../../../src/core/network/tls-proxy/network.ts';

// Each once: fast-check tries every character on an expression whenever it is given one.
const hash = fc.stringMatching(/^[0-9a-f]{40}$/);

/** Texts whose form no description gives. */
const forms: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  slug: fc.constant('web'),
  uuid: fc.uuid().map((uuid) => `{${uuid}}`),
  hash,
  latestCommit: hash,
  key: fc.constant('ACME'),
  id: fc.integer({ min: 1, max: 1e6 }),
  date: fc.constant('2024-01-02T03:04:05.678901+00:00'),
  name: fc.string({ minLength: 1, maxLength: 12 }),
  version: fc.constant('9.2.0'),
  createdDate: fc.constant(1_700_000_000_000),
  displayName: fc.constant('Bitbucket'),
  // One page is a whole list.
  next: fc.constant(undefined),
  nextPageStart: fc.constant(null),
  isLastPage: fc.constant(true),
};
const simple: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  s: fc.string({ maxLength: 12, unit: 'grapheme' }),
  n: fc.integer({ min: 1, max: 1e9 }),
  b: fc.boolean(),
  '0': fc.constant(null),
};
const dates = /(_on|Date|last_used|date)$/;

/** A host whose answers are drawn from its description: whatever that allows may come. */
export async function describedNetwork(
  network: Network,
  expected: ExpectedShapes,
  seed: number,
): Promise<Network> {
  const { assumed, describedPath } = expected;
  const { routes, types } = withAssumed(await expected.described(), assumed);
  const match = routeMatcher(Object.keys(routes));
  let drawn = 0;

  async function request({ method, path }: Dispatcher.RequestOptions): Promise<unknown> {
    const [own = ''] = path.split('?');
    const route = match(method, describedPath(own.replace(/^\/bitbucket(?=\/)/, ''))) ?? '';
    const [status = '404'] = Object.keys(routes[route]?.answers ?? {}).filter((one) =>
      /^2/.test(one),
    );
    const shape = routes[route]?.answers[status] ?? null;
    drawn += 1;
    const needed = (assumed.needed[route] ?? []).map((way) =>
      way.replace(/^\[\]\./, '').replaceAll('[]', ''),
    );
    const body =
      shape === null
        ? 'jane'
        : JSON.stringify(
            fc.sample(arbitraryOf(shape, { types, needed, way: '' }), {
              seed: seed + drawn,
              numRuns: 1,
            })[0],
          );
    const type = shape === null ? 'text/plain' : 'application/json';
    return {
      statusCode: Number(status),
      headers: { 'content-type': type },
      body: Readable.from([Buffer.from(body)]),
    };
  }
  return { ...network, dispatcher: { request } as unknown as Dispatcher };
}

interface Drawing {
  readonly types: DescribedHost['types'];
  /** Ways to fields that every answer has. */
  readonly needed: readonly string[];
  readonly way: string;
}

function arbitraryOf(shape: Shape, drawing: Drawing, depth = 0): fc.Arbitrary<unknown> {
  if (typeof shape === 'string') return ofName(shape, drawing, depth);
  if (!Array.isArray(shape)) return ofFields(shape as Record<string, Shape>, drawing, depth);
  const [kind, ...inner] = shape as readonly Shape[];
  if (kind === 'e') return fc.constantFrom(...inner);
  if (kind === 'm') return fc.constant({});
  if (kind === 'u') return ofUnion(inner, drawing, depth);
  return fc.array(arbitraryOf(inner[0] ?? '?', drawing, depth + 1), {
    maxLength: depth > 4 ? 0 : 2,
  });
}

function ofName(name: string, drawing: Drawing, depth: number): fc.Arbitrary<unknown> {
  if (name.startsWith('#')) {
    const shape = drawing.types[name.slice(1)] ?? '?';
    // Types name themselves.
    return fc.constant(null).chain(() => arbitraryOf(shape, drawing, depth + 1));
  }
  return simple[name] ?? fc.constant(null);
}

/** Fields of several alternatives stand beside each other, as additions do. */
function ofUnion(shapes: readonly Shape[], drawing: Drawing, depth: number): fc.Arbitrary<unknown> {
  const all = shapes.flatMap((one) => resolved(one, drawing.types));
  const fields = all.filter((one) => typeof one === 'object' && !Array.isArray(one));
  const merged = Object.assign({}, ...[...fields].reverse()) as Record<string, Shape>;
  const others = all.filter((one) => !fields.includes(one));
  const made = others.map((one) => arbitraryOf(one, drawing, depth));
  return fc.oneof(...made, ...(fields.length > 0 ? [ofFields(merged, drawing, depth)] : []));
}

function resolved(shape: Shape, types: DescribedHost['types']): readonly Shape[] {
  if (typeof shape === 'string' && shape.startsWith('#'))
    return resolved(types[shape.slice(1)] ?? '?', types);
  if (!Array.isArray(shape) || shape[0] !== 'u') return [shape];
  return shape.slice(1).flatMap((one: Shape) => resolved(one, types));
}

function ofFields(
  fields: Record<string, Shape>,
  drawing: Drawing,
  depth: number,
): fc.Arbitrary<unknown> {
  const { needed, way } = drawing;
  const under = (name: string) => (way === '' ? name : `${way}.${name}`);
  const isNeeded = (name: string) => {
    const own = under(name);
    const isAsked = needed.some((one) => one === own || one.startsWith(`${own}.`));
    return isAsked || name in forms || name === 'values';
  };
  const named = Object.entries(fields).filter(([name]) => depth < 6 || isNeeded(name));
  const model = named.map(([name, shape]) => {
    const inner = { ...drawing, way: under(name) };
    return [name, fieldOf(name, { shape, drawing: inner, depth })] as const;
  });
  const requiredKeys = named.map(([name]) => name).filter(isNeeded);
  return fc.record(Object.fromEntries(model), { requiredKeys });
}

function fieldOf(
  name: string,
  { shape, drawing, depth }: { shape: Shape; drawing: Drawing; depth: number },
): fc.Arbitrary<unknown> {
  const form = forms[name];
  const isSimple = shape === 's' || shape === 'n' || shape === 'b' || name === 'nextPageStart';
  if (form !== undefined && isSimple) return name === 'id' && shape === 's' ? hash : form;
  if (shape === 's' && dates.test(name)) return fc.constant('2024-01-02T03:04:05.678901+00:00');
  return arbitraryOf(shape, drawing, depth + 1);
}
