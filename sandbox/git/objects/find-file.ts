import type { ObjectReader } from './object-reader.ts';

/** The blob of a file at a commit; `null` where no file is there. */
export function findFile(objects: ObjectReader, commit: string, path: string): string | null {
  const top = objects.read(commit)?.content.toString('latin1');
  let hash = /^tree ([0-9a-f]{40})\n/.exec(top ?? '')?.[1];
  for (const name of path.split('/')) {
    const tree = hash === undefined ? null : objects.read(hash);
    hash = tree?.type === 'tree' ? findEntry(tree.content, name) : undefined;
  }
  return hash === undefined || objects.read(hash)?.type === 'tree' ? null : hash;
}

/** `<mode> <name>\0` and the hash, one behind the other. */
function findEntry(tree: Buffer, wanted: string): string | undefined {
  for (let at = 0; at < tree.length; ) {
    const end = tree.indexOf(0, at);
    const name = tree.toString('utf8', tree.indexOf(32, at) + 1, end);
    if (name === wanted) return tree.toString('hex', end + 1, end + 21);
    at = end + 21;
  }
  return undefined;
}
