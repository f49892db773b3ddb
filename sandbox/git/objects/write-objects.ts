import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { ObjectReader } from './object-reader.ts';

/** Writes a loose object of a bare repository, at once, and gives its hash. A process of git takes a hundred times as long. */
export function writeObject(directory: string, type: string, content: Buffer): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const hash = createHash('sha1').update(whole).digest('hex');
  const path = join(directory, 'objects', hash.slice(0, 2), hash.slice(2));
  if (existsSync(path)) return hash;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `tmp_obj_${randomUUID()}`);
  writeFileSync(draft, deflateSync(whole), { mode: 0o444 });
  renameSync(draft, path);
  return hash;
}

/** Names one byte a character: they may be no text. */
interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly hash: string;
}

const folderMode = '40000';

/** Adds a file to a tree or replaces one, and gives the new tree's hash. @param tree `null`: it is empty */
export function putFile(
  directory: string,
  objects: ObjectReader,
  { tree, path, blob }: { tree: string | null; path: readonly string[]; blob: string },
): string {
  const [first = '', ...below] = path;
  const name = Buffer.from(first).toString('latin1');
  const entries = tree === null ? [] : entriesOf(objects, tree);
  const old = entries.find((entry) => entry.name === name);
  const inside = old?.mode === folderMode ? old.hash : null;
  const entry: Entry =
    below.length === 0
      ? { mode: '100644', name, hash: blob }
      : {
          mode: folderMode,
          name,
          hash: putFile(directory, objects, { tree: inside, path: below, blob }),
        };
  const all = [...entries.filter((one) => one !== old), entry];
  const sorted = all.map((one) => ({ one, key: sortKey(one) }));
  sorted.sort((one, other) => Buffer.compare(one.key, other.key));
  return writeObject(directory, 'tree', Buffer.concat(sorted.map(({ one }) => bytesOf(one))));
}

/** @throws Error for a tree that is not there */
function entriesOf(objects: ObjectReader, tree: string): readonly Entry[] {
  const read = objects.read(tree);
  if (read?.type !== 'tree') throw new Error(`There is no tree ${tree}`);
  const { content } = read;
  const entries: Entry[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at);
    const [mode = '', ...name] = content.toString('latin1', at, end).split(' ');
    const hash = content.toString('hex', end + 1, end + 21);
    entries.push({ mode, name: name.join(' '), hash });
    at = end + 21;
  }
  return entries;
}

/** Git sorts folders as if a slash stood behind their names. */
function sortKey({ mode, name }: Entry): Buffer {
  return Buffer.from(mode === folderMode ? `${name}/` : name, 'latin1');
}

function bytesOf({ mode, name, hash }: Entry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(hash, 'hex')]);
}
