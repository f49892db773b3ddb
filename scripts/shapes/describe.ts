import type { DescribedHost, Shape } from '../../src/core/hosts/shared/shapes/described.ts';
import type { Description } from './description.ts';
import type { Schema } from './types-to-schema.ts';

/** @throws Error for a route that the description does not know */
export function describeHost(source: Description, routes: readonly string[]): DescribedHost {
  const types: Record<string, Shape> = {};
  const described = routes.map((route) => {
    const statuses = source.names(route, ['responses']);
    const answers = statuses
      .filter((status) => /^2/.test(status))
      .map((status) => {
        const way = ['responses', status, 'content', 'application/json'];
        return [status, shapeOf(source.schema(route, way), types)] as const;
      });
    const refusals = statuses.filter((status) => !/^2/.test(status)).map((one) => [one, null]);
    const query = source.names(route, ['parameters', 'query']).sort();
    return [route, { query, answers: Object.fromEntries([...answers, ...refusals]) }];
  });
  return { routes: Object.fromEntries(described), types };
}

function shapeOf(schema: Schema | null, types: Record<string, Shape>): Shape | null {
  if (schema === null) return null;
  const { definitions = {}, ...own } = schema;
  for (const [name, one] of Object.entries(definitions as Record<string, Schema>)) {
    types[name] ??= compact(one);
  }
  return compact(own);
}

const letters: Readonly<Record<string, string>> = {
  string: 's',
  number: 'n',
  boolean: 'b',
  null: '0',
};

function compact(schema: Schema): Shape {
  const { $ref, type, enum: values, anyOf, items, properties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/definitions/', '');
    return `#${name.replaceAll('~1', '/').replaceAll('~0', '~')}`;
  }
  if (Array.isArray(values)) {
    return values.every((one) => typeof one === 'string') ? ['e', ...values] : letterOf(values);
  }
  if (Array.isArray(anyOf)) return ['u', ...anyOf.map((one: Schema) => compact(one))];
  if (type === 'array') return ['a', compact(items as Schema)];
  if (type === 'object') return fieldsOf(properties as Record<string, Schema>);
  return letters[String(type)] ?? '?';
}

function letterOf(values: readonly unknown[]): Shape {
  return ['u', ...new Set(values.map((one) => letters[one === null ? 'null' : typeof one] ?? '?'))];
}

function fieldsOf(properties: Record<string, Schema>): Shape {
  const fields = Object.entries(properties).map(([name, one]) => {
    const shape = compact(one);
    // The descriptions write what kind of object a base type is as a constant; all that inherit from it have their own.
    const isKind =
      name === 'type' && Array.isArray(shape) && shape[0] === 'e' && shape.length === 2;
    return [name, isKind ? 's' : shape] as const;
  });
  return fields.length === 0 ? ['m'] : Object.fromEntries(fields);
}

/** Every name of a field and of a value in a list of values, anywhere in the description. */
export function namesOf({ text }: Description): Set<string> {
  const fields = text.matchAll(/^ +readonly "?([A-Za-z_][\w.$:-]{0,79})"?\??: /gm);
  const values = text.matchAll(/^ +readonly "?[\w.$:-]+"?\??: ((?:"[^"\n]*"(?: \| )?)+);$/gm);
  const quoted = [...values].flatMap(([, list = '']) =>
    [...list.matchAll(/"([A-Za-z_][\w.$:-]{0,79})"/g)].map(([, one = '']) => one),
  );
  return new Set([...[...fields].map(([, name = '']) => name), ...quoted]);
}
