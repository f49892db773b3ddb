import { MigratorError } from '../../kernel/errors.ts';
import { readObjects } from '../objects/read-objects.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import { isFile, isFolder, parseTree } from './tree-entries.ts';

/** Trees that hold files to convert, at any depth. */
export interface LargeTrees {
  /** Lists each after those that it holds. */
  readonly trees: readonly string[];
  /** Holds the ones inside others. */
  readonly folders: ReadonlySet<string>;
  /** Files to convert that they hold, with one path each as latin1 text. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of the files that say how git treats others, in any of the trees. */
  readonly attributes: ReadonlySet<string>;
}

/** Describes a tree that was read. */
interface ReadTree {
  readonly folders: readonly { readonly name: string; readonly oid: string }[];
  /** It holds a large file itself. */
  readonly large: readonly { readonly name: string; readonly oid: string }[];
  /** Its own `.gitattributes`. */
  readonly attributes: string | null;
}

/** Git keeps it a file, however large it is. */
export const attributesName = '.gitattributes';

/** More folders in each other than any system can check out. */
const deepest = 2000;

/**
 * Finds which trees below some roots hold large files. Reads every tree once, level by level.
 * @param options.large names of the large files
 */
export async function findLargeTrees(
  mirror: MirrorOptions,
  options: { readonly roots: Iterable<string>; readonly large: ReadonlySet<string> },
): Promise<LargeTrees> {
  const { large } = options;
  const read = new Map<string, ReadTree>();
  let level = [...new Set(options.roots)];
  for (let depth = 0; level.length > 0 && large.size > 0; depth += 1) {
    if (depth > deepest) throw tooDeep();
    const next = new Set<string>();
    await readObjects({
      ...mirror,
      oids: level,
      onObject({ oid, content }) {
        const entries = parseTree(content, oid.length / 2);
        const folders = entries.filter(({ mode }) => isFolder(mode));
        for (const folder of folders) next.add(folder.oid);
        const isLarge = (one: (typeof entries)[number]) =>
          large.has(one.oid) && isFile(one.mode) && one.name !== attributesName;
        const own = entries.find(({ mode, name }) => name === attributesName && isFile(mode));
        const attributes = own?.oid ?? null;
        read.set(oid, { folders, large: entries.filter(isLarge), attributes });
      },
    });
    level = [...next].filter((oid) => !read.has(oid));
  }
  return collect(read, options.roots);
}

function tooDeep(): MigratorError {
  return new MigratorError(
    'refused',
    `The history cannot be rewritten: folders are nested more than ${deepest} deep`,
    { hint: 'Set large_files: refuse, or remove them from the history. Then migrate again.' },
  );
}

/** Pure. */
function collect(read: ReadonlyMap<string, ReadTree>, roots: Iterable<string>): LargeTrees {
  const holds = new Map<string, boolean>();
  const trees: string[] = [];
  const folders = new Set<string>();
  const files = new Map<string, string>();
  const attributes = new Set<string>();
  function visit(oid: string, path: string): boolean {
    const known = holds.get(oid);
    if (known !== undefined) return known;
    const tree = read.get(oid);
    let found = false;
    for (const folder of tree?.folders ?? []) {
      if (!visit(folder.oid, `${path}${folder.name}/`)) continue;
      folders.add(folder.oid);
      found = true;
    }
    for (const file of tree?.large ?? []) {
      if (!files.has(file.oid)) files.set(file.oid, `${path}${file.name}`);
      found = true;
    }
    holds.set(oid, found);
    if (found) trees.push(oid);
    if (found && tree?.attributes) attributes.add(tree.attributes);
    return found;
  }
  for (const root of roots) visit(root, '');
  return { trees, folders, files, attributes };
}
