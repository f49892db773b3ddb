import { type Opened, usedNames } from '../imports/imported-files.ts';
import { child, entriesOf, type MapTree, type Place, sameValue, type Tree } from '../tree/tree.ts';

/** Keys of the imported file before those of the importing one, and the names of those that the importing one sets otherwise. */
export function globalsFor(
  { pipeline, globals }: Opened,
  file: Tree,
): { readonly globals: Tree; readonly shared: readonly string[] } {
  const ours = new Map<string, Tree>();
  for (const key of ['image', 'clone', 'options']) {
    const found = child(file, key);
    if (found !== undefined) ours.set(key, found);
  }
  const used = usedNames(pipeline);
  for (const key of ['caches', 'services']) {
    for (const [name, tree] of entriesOf(child(child(file, 'definitions'), key))) {
      if (used.has(name)) ours.set(`${key}.${name}`, tree);
    }
  }
  const shared = [...ours].flatMap(([key, tree]) => {
    const theirs = globals.get(key);
    return theirs !== undefined && sameValue(theirs, tree) ? [] : [key];
  });
  return { globals: asFile(new Map([...ours, ...globals]), pipeline.place), shared };
}

function asFile(globals: ReadonlyMap<string, Tree>, place: Place): Tree {
  const map = (entries: readonly (readonly [string, Tree])[]): MapTree => ({
    ...{ kind: 'map', place },
    entries: new Map(entries),
  });
  const below = (prefix: string) =>
    map(
      [...globals].flatMap(([key, tree]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), tree] as const] : [],
      ),
    );
  const definitions = map([
    ['caches', below('caches.')],
    ['services', below('services.')],
  ]);
  return map([...[...globals].filter(([key]) => !key.includes('.')), ['definitions', definitions]]);
}
