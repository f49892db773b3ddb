import { MigratorError } from '../../kernel/errors.ts';
import { type NewObject, objectName } from '../objects/object-pack.ts';
import { readObjects } from '../objects/read-objects.ts';
import { writeObjects } from '../objects/rewritten-objects.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import { attributesName, type LargeTrees } from './find-large-trees.ts';
import { trackPaths } from './lfs-attributes.ts';
import { encodeTree, isFile, parseTree, type TreeEntry, withEntry } from './tree-entries.ts';

interface RewriteTrees {
  readonly large: LargeTrees;
  /** Trees of commits: they get `.gitattributes`. */
  readonly roots: ReadonlySet<string>;
  /** Pointers by the files that they stand for. */
  readonly pointers: ReadonlyMap<string, string>;
}

/** Describes a tree with pointers in place of its large files. */
interface ChangedTree {
  readonly entries: readonly TreeEntry[];
  /** Paths from it of large files whose lines no folder below it has. */
  readonly paths: readonly string[];
}

/** So many are read before what became of them is written. */
const together = 2000;

export const rewriting = 'Rewriting the history of';

/**
 * Writes trees with pointers in place of large files. What a tree becomes depends on nothing but the tree, so that a history
 * that grows keeps its hashes: `git lfs migrate import` lists in each commit what it has met before, on whichever branch.
 * @returns the new trees of commits, by their old ones
 */
export async function rewriteTrees(
  mirror: MirrorOptions,
  { large, roots, pointers }: RewriteTrees,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  const newRoots = new Map<string, string>();
  const paths = new Map<string, readonly string[]>();
  const objects: NewObject[] = [];
  function add(object: NewObject, sample: string): string {
    objects.push(object);
    return objectName(object, sample);
  }
  function change(entries: readonly TreeEntry[]): ChangedTree {
    const isLarge = ({ mode, name, oid }: TreeEntry) =>
      pointers.has(oid) && isFile(mode) && name !== attributesName;
    return {
      entries: entries.map((entry) => {
        const oid = isLarge(entry) ? pointers.get(entry.oid) : folders.get(entry.oid);
        return { ...entry, oid: oid ?? entry.oid };
      }),
      paths: entries.flatMap((entry) =>
        isLarge(entry)
          ? [entry.name]
          : (paths.get(entry.oid) ?? []).map((path) => `${entry.name}/${path}`),
      ),
    };
  }
  const texts = await readTexts(mirror, large.attributes);
  /** Adds lines to the `.gitattributes` of a tree. */
  function track({ entries, paths }: ChangedTree, own: TreeEntry | undefined, oid: string) {
    if (paths.length === 0) return entries;
    if (own !== undefined && !isFile(own.mode)) throw notAFile();
    const content = Buffer.from(trackPaths(texts.get(own?.oid ?? '') ?? '', paths), 'latin1');
    const entry = { mode: own?.mode ?? '100644', name: attributesName };
    return withEntry(entries, { ...entry, oid: add({ type: 'blob', content }, oid) });
  }
  for (let at = 0; at < large.trees.length; at += together) {
    const oids = large.trees.slice(at, at + together);
    await readObjects({
      ...mirror,
      oids,
      onObject({ oid, content }) {
        const changed = change(parseTree(content, oid.length / 2));
        const own = changed.entries.find(({ name }) => name === attributesName);
        // Its lines would win over those of a folder above it.
        const hasOwn = own !== undefined && isFile(own.mode);
        const write = (entries: readonly TreeEntry[]) =>
          add({ type: 'tree', content: encodeTree(entries) }, oid);
        if (roots.has(oid)) newRoots.set(oid, write(track(changed, own, oid)));
        if (!large.folders.has(oid)) return;
        paths.set(oid, hasOwn ? [] : changed.paths);
        folders.set(oid, write(hasOwn ? track(changed, own, oid) : changed.entries));
      },
    });
    await writeObjects(mirror, { objects }, { sample: oids[0] ?? '', doing: rewriting });
  }
  return newRoots;
}

async function readTexts(
  mirror: MirrorOptions,
  oids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  await readObjects({
    ...mirror,
    oids: [...oids],
    onObject: ({ oid, content }) => texts.set(oid, content.toString('latin1')),
  });
  return texts;
}

function notAFile(): MigratorError {
  return new MigratorError(
    'refused',
    'The history cannot be rewritten: .gitattributes is a link or a folder',
    {
      hint: 'Replace it with a file on Bitbucket, or set large_files: refuse. Then migrate again.',
    },
  );
}
