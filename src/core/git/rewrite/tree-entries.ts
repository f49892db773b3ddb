/** An entry of a tree; its name as latin1 text, so that every byte survives. */
export interface TreeEntry {
  /** As git writes it: `40000`, `100644`. */
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

/** Old tools wrote modes with leading zeros. */
export function isFolder(mode: string): boolean {
  return /^0*40000$/.test(mode);
}

/** Links are no files. */
export function isFile(mode: string): boolean {
  return /^0*100/.test(mode);
}

/**
 * Reads the entries of a raw tree. Pure.
 * @param oidBytes 20, or 32 with SHA-256
 */
export function parseTree(content: Buffer, oidBytes: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const afterMode = content.indexOf(0x20, at) + 1;
    const afterName = content.indexOf(0, afterMode) + 1;
    if (afterMode === 0 || afterName === 0) throw new TypeError('a tree without a name');
    entries.push({
      mode: content.toString('latin1', at, afterMode - 1),
      name: content.toString('latin1', afterMode, afterName - 1),
      oid: content.toString('hex', afterName, afterName + oidBytes),
    });
    at = afterName + oidBytes;
  }
  return entries;
}

/** Writes a raw tree. Pure. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ mode, name, oid }) => [
      Buffer.from(`${mode} ${name}\0`, 'latin1'),
      Buffer.from(oid, 'hex'),
    ]),
  );
}

/** Adds an entry where git expects it, or replaces the one of its name. Pure. */
export function withEntry(entries: readonly TreeEntry[], entry: TreeEntry): TreeEntry[] {
  const others = entries.filter(({ name }) => name !== entry.name);
  const found = others.findIndex((other) => sortKey(other) > sortKey(entry));
  return others.toSpliced(found === -1 ? others.length : found, 0, entry);
}

/** Git sorts a folder as if its name ended with a slash. */
function sortKey({ mode, name }: TreeEntry): string {
  return isFolder(mode) ? `${name}/` : name;
}
