import type { Shape } from './described.ts';

export const kinds = { text: 1, number: 2, boolean: 4, null: 8, fields: 16, list: 32 } as const;
type Kind = keyof typeof kinds;

/** A shape, ready for comparing. */
export interface ShapeNode {
  /** Bits of the kinds that may come; 0: anything may, and nothing of it is looked at. */
  readonly accepted: number;
  /** The texts that may come; `null`: any. */
  readonly values: ReadonlySet<string> | null;
  /** True if any fields may come. */
  readonly isOpen: boolean;
  /** Compiled once it comes. `undefined`: no such field is expected. */
  field(name: string): ShapeNode | undefined;
  /** Of a list; compiled once there is one. */
  items(): ShapeNode;
  /** Oddities that were noted, so that each is noted once. */
  readonly noted: Set<string>;
}

/**
 * @param types by name; they may name each other in circles
 * @param known of named types, each of which is compiled once: what a host sends adds none
 */
export function compileShape(
  shape: Shape,
  types: Readonly<Record<string, Shape>>,
  known = new Map<string, ShapeNode>(),
): ShapeNode {
  const all = alternatives(shape, types);
  const isAny = all.includes('?');
  const objects = all.filter(hasFields);
  const texts = all.filter(isEnum);
  const isOpen = all.some(isMap);
  const isText = all.includes('s');
  const fields = new Map<string, ShapeNode | undefined>();
  let items: ShapeNode | null = null;
  return {
    accepted: isAny ? 0 : all.reduce((bits, one) => bits | kindsOf(one), 0),
    values: isText || texts.length === 0 ? null : new Set(texts.flatMap(([, ...v]) => v)),
    isOpen,
    noted: new Set(),
    field(name) {
      const before = fields.get(name);
      if (before !== undefined || fields.has(name)) return before;
      const shapes = objects.flatMap((one) => (Object.hasOwn(one, name) ? [one[name] ?? '?'] : []));
      if (shapes.length === 0) return undefined;
      const made = together(shapes);
      fields.set(name, made);
      return made;
    },
    items() {
      items ??= together(all.filter(isList).map(([, item]) => item));
      return items;
    },
  };

  function together(shapes: readonly Shape[]): ShapeNode {
    const isNamed = shapes.every((one) => typeof one === 'string' && one.startsWith('#'));
    const name = isNamed ? shapes.join(' ') : null;
    const before = name === null ? undefined : known.get(name);
    if (before !== undefined) return before;
    const made = compileShape(['u', ...shapes], types, known);
    if (name !== null) known.set(name, made);
    return made;
  }
}

function kindsOf(shape: Shape): number {
  if (typeof shape === 'string') return letters[shape] ?? 0;
  if (isList(shape)) return kinds.list;
  return isEnum(shape) ? kinds.text : kinds.fields;
}

const letters: Readonly<Record<string, number>> = {
  s: kinds.text,
  n: kinds.number,
  b: kinds.boolean,
  '0': kinds.null,
};

/** Without unions and names of types. A type that is not described may be anything. */
function alternatives(
  shape: Shape,
  types: Readonly<Record<string, Shape>>,
  open: readonly string[] = [],
): readonly Shape[] {
  if (typeof shape === 'string' && shape.startsWith('#')) {
    const name = shape.slice(1);
    if (open.includes(name)) return [];
    return alternatives(types[name] ?? '?', types, [...open, name]);
  }
  if (!Array.isArray(shape) || shape[0] !== 'u') return [shape];
  return shape.slice(1).flatMap((one: Shape) => alternatives(one, types, open));
}

function isList(shape: Shape): shape is readonly [string, Shape] {
  return Array.isArray(shape) && shape[0] === 'a';
}

function isEnum(shape: Shape): shape is readonly string[] {
  return Array.isArray(shape) && shape[0] === 'e';
}

function isMap(shape: Shape): boolean {
  return Array.isArray(shape) && shape[0] === 'm';
}

function hasFields(shape: Shape): shape is Readonly<Record<string, Shape>> {
  return typeof shape === 'object' && !Array.isArray(shape);
}

export function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : 'fields';
  return typeof value === 'number' ? 'number' : 'boolean';
}
