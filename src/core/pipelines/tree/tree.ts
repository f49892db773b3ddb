/** Where something stands in the input: its keys and indexes from the outermost inwards, and its line. */
export interface Place {
  /** `pipelines.default[0].step.script` */
  readonly path: string;
  /** Counts from 1; behind an alias the line of the anchor. */
  readonly line: number;
  /** The file that the line is in; left out for the pipeline file itself. */
  readonly file?: string;
}

/** A YAML value with aliases and merge keys resolved. */
export type Tree = MapTree | ListTree | ScalarTree;

export interface MapTree {
  readonly kind: 'map';
  readonly place: Place;
  readonly entries: ReadonlyMap<string, Tree>;
}

interface ListTree {
  readonly kind: 'list';
  readonly place: Place;
  readonly items: readonly Tree[];
}

interface ScalarTree {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** As it is written: `1.10` stays `1.10`. */
  readonly text: string;
}

/** A value with its place. */
export interface Placed<T> {
  readonly value: T;
  readonly place: Place;
}

/** The value of a key; `undefined` where it is missing or no map holds it. Pure. */
export function child(tree: Tree | undefined, key: string): Tree | undefined {
  return tree?.kind === 'map' ? tree.entries.get(key) : undefined;
}

/** The entries of a map; none for anything else. Pure. */
export function entriesOf(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  return tree?.kind === 'map' ? [...tree.entries] : [];
}

/** The items of a list, lists within it flattened; a single value stands for a list of one. Pure. */
export function itemsOf(tree: Tree | undefined): readonly Tree[] {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return [];
  return tree.kind === 'list' ? tree.items.flatMap(itemsOf) : [tree];
}

/** The text of a scalar; `null` for anything else and for an empty one. Pure. */
export function textOf(tree: Tree | undefined): string | null {
  return tree?.kind === 'scalar' && tree.value !== null ? tree.text : null;
}

/** The text of a scalar with its place; `null` where there is none, or nothing in it. Pure. */
export function placedText(tree: Tree | undefined): Placed<string> | null {
  const value = textOf(tree);
  if (value === null || value.trim() === '' || tree === undefined) return null;
  return { value, place: tree.place };
}

/** Every key of a tree, with its place, in the order of the file. Pure. */
export function placesOf(tree: Tree): readonly Place[] {
  if (tree.kind === 'scalar') return [];
  if (tree.kind === 'list') return tree.items.flatMap(placesOf);
  return [...tree.entries.values()].flatMap((value) => [value.place, ...placesOf(value)]);
}

/** Tells whether two trees hold the same, wherever they are. Pure. */
export function sameValue(one: Tree, other: Tree): boolean {
  if (one.kind === 'map' && other.kind === 'map') {
    return (
      one.entries.size === other.entries.size &&
      [...one.entries].every(([key, value]) => {
        const found = other.entries.get(key);
        return found !== undefined && sameValue(value, found);
      })
    );
  }
  if (one.kind === 'list' && other.kind === 'list') {
    return (
      one.items.length === other.items.length &&
      one.items.every((item, index) => {
        const found = other.items[index];
        return found !== undefined && sameValue(item, found);
      })
    );
  }
  return one.kind === 'scalar' && other.kind === 'scalar' && one.text === other.text;
}
