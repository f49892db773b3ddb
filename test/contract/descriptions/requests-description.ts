import type { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { ReceivedRequest } from '../../core/network/support/scripted-server.ts';
import { type DescribedHost, openDescription } from './github-description.ts';

/** GitHub's own description of its REST API, to hold requests against. */

interface Operation {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: BodySchema }>>;
  };
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

interface BodySchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, BodySchema>>;
  };
}

export interface RequestCheck {
  /**
   * The route is there, the parameters are known to it, and the body fits. A body's unknown keys pass where the
   * description lets them, so each key is looked up as well.
   * @returns method and route
   */
  check(request: ReceivedRequest): string;
}

export function readDescription(name: DescribedHost): RequestCheck {
  const { description, ajv } = openDescription<Description>(name);
  const routes = Object.keys(description.paths).map((route) => ({
    route,
    pattern: new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  return {
    check(request) {
      const { route, method, operation } = operationOf({ description, routes }, request);
      checkQuery(description, operation, request);
      checkBody(ajv, { description, route, method, operation, request });
      return `${method} ${route}`;
    },
  };
}

/** The route with the fewest placeholders that fits, as GitHub itself would choose. */
function operationOf(
  {
    description: { paths },
    routes,
  }: { description: Description; routes: readonly { route: string; pattern: RegExp }[] },
  request: ReceivedRequest,
): { route: string; method: string; operation: Operation } {
  const path = request.url.split('?')[0] ?? '';
  const method = request.method.toLowerCase();
  const fitting = routes
    .filter(({ pattern }) => pattern.test(path))
    .map(({ route }) => route)
    .sort((a, b) => a.split('{').length - b.split('{').length);
  for (const route of fitting) {
    const operation = paths[route]?.[method];
    if (operation !== undefined) return { route, method, operation };
  }
  throw new Error(`${request.method} ${path} is not in the description`);
}

function checkQuery(
  { components }: Description,
  operation: Operation,
  request: ReceivedRequest,
): void {
  const known = (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter,
  );
  const names = known.filter((parameter) => parameter?.in === 'query').map((one) => one?.name);
  const url = new URL(request.url, 'https://api.github.com');
  for (const name of url.searchParams.keys()) expect(names).toContain(name);
}

function checkBody(
  ajv: Ajv,
  {
    description,
    route,
    method,
    operation,
    request,
  }: {
    description: Description;
    route: string;
    method: string;
    operation: Operation;
    request: ReceivedRequest;
  },
): void {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    expect(request.body).toBe('');
    return;
  }
  // A body that may be left out.
  if (request.body === '' && operation.requestBody?.required !== true) return;
  const body: unknown = JSON.parse(request.body);
  const pointer = ['paths', route, method, 'requestBody', 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `gh#/${pointer}` });
  expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
  const named = description.components.schemas[schema.$ref?.split('/').at(-1) ?? ''];
  expect(Object.keys((named ?? schema).properties ?? {})).toEqual(
    expect.arrayContaining(Object.keys(body as object)),
  );
}
