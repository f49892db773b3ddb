/**
 * Describes what an answer may hold, by names alone: `s` text, `n` number, `b` boolean, `0` null, `?` anything, `#name`
 * another type, `['a', item]` a list, `['e', …]` one of these texts, `['u', …]` one of these shapes, fields, or `['m']`
 * any fields.
 */
export type Shape = string | readonly (string | Shape)[] | { readonly [field: string]: Shape };

/** The names of a described host: what a request may ask, and what its answer may hold. */
export interface DescribedHost {
  readonly routes: { readonly [route: string]: DescribedRoute };
  readonly types: { readonly [name: string]: Shape };
}

interface DescribedRoute {
  /** Names of parameters. */
  readonly query: readonly string[];
  /** By status; `null` where a body is no JSON, or does not matter. */
  readonly answers: { readonly [status: string]: Shape | null };
}

/** Describes what is expected of a host beyond its description. */
export interface Assumed {
  readonly additions: readonly Addition[];
  /** Which no description knows. */
  readonly routes: DescribedHost['routes'];
  /** Of refusals, anywhere. */
  readonly statuses: readonly number[];
  /** Fields that no answer lacks, by route: without them something would be read as empty. */
  readonly needed: { readonly [route: string]: readonly string[] };
}

/** A field, type or value that the description does not have. */
export interface Addition {
  /** The type or the route that it is added to; `*`: every route with such a field. */
  readonly to: string;
  /** `links.html`, `values[].id`; empty: the type itself. */
  readonly at: string;
  readonly also: Shape;
  /** Evidence for it. */
  readonly fact: string;
}

/** A description with what is assumed beyond it. */
export function withAssumed(described: DescribedHost, assumed: Assumed): DescribedHost {
  const routes: Record<string, DescribedRoute> = { ...described.routes, ...assumed.routes };
  const types: Record<string, Shape> = { ...described.types };
  for (const { to, at, also } of assumed.additions) {
    const way = at === '' ? [] : at.replaceAll('[]', '.[]').split('.').filter(Boolean);
    const own = to === '*' ? routesWith(routes, at) : Object.hasOwn(routes, to) ? [to] : [];
    if (own.length === 0) types[to] = added(types[to], way, also);
    for (const name of own) {
      const route = routes[name];
      if (route !== undefined) routes[name] = { ...route, answers: answersWith(route, way, also) };
    }
  }
  return { routes, types };
}

function routesWith(routes: DescribedHost['routes'], field: string): readonly string[] {
  const has = (shape: Shape | null) =>
    typeof shape === 'object' && shape !== null && field in shape;
  return Object.entries(routes).flatMap(([name, { answers }]) =>
    Object.values(answers).some(has) ? [name] : [],
  );
}

function answersWith(
  { answers }: DescribedRoute,
  way: readonly string[],
  also: Shape,
): DescribedRoute['answers'] {
  const entries = Object.entries(answers).map(([status, shape]) => [
    status,
    shape === null ? null : added(shape, way, also),
  ]);
  return Object.fromEntries(entries);
}

function added(shape: Shape | undefined, [step, ...rest]: readonly string[], also: Shape): Shape {
  if (step === undefined) return shape === undefined ? also : ['u', shape, also];
  // Beside whatever is there: the alternatives of a shape are read together.
  const inner = added(undefined, rest, also);
  const wrapped: Shape = step === '[]' ? ['a', inner] : { [step]: inner };
  return shape === undefined ? wrapped : ['u', shape, wrapped];
}
