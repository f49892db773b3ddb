/** The name in a line such as `--- a/name` or `rename from name`; `null` for `/dev/null`. Pure. */
export function pathOf(written: string, prefix: 'a/' | 'b/' | ''): string | null {
  // A name with a space in it is followed by a tab.
  const name = written.startsWith('"') ? unquoted(written) : written.replace(/\t.*$/, '');
  if (name === '/dev/null') return null;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/**
 * Both names behind `diff --git `. If no later line names them, they are the same name twice, so that a space in it does
 * no harm. Pure.
 */
export function headerPaths(written: string): { oldPath: string; newPath: string } {
  const first = written.startsWith('"') ? quotedEnd(written) : -1;
  if (first !== -1) return pair(written.slice(0, first), written.slice(first + 1));
  if (written.endsWith('"')) {
    const start = written.indexOf(' "');
    return pair(written.slice(0, start), written.slice(start + 1));
  }
  const half = (written.length - 1) / 2;
  const split = Number.isInteger(half) && written[half] === ' ' ? half : written.indexOf(' b/');
  return pair(written.slice(0, split), written.slice(split + 1));
}

/** Both names of one line of `--raw`, which come behind tabs. Pure. */
export function rawPaths(written: string): { oldPath: string; newPath: string } {
  const [first = '', second = first] = written.split('\t');
  return { oldPath: pathOf(first, '') ?? '', newPath: pathOf(second, '') ?? '' };
}

function pair(first: string, second: string): { oldPath: string; newPath: string } {
  return { oldPath: pathOf(first, 'a/') ?? '', newPath: pathOf(second, 'b/') ?? '' };
}

/** Where the quotation ends that a text begins with. */
function quotedEnd(text: string): number {
  return /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0].length ?? -1;
}

const escapes = new Map(Object.entries({ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }));

/** A name as git quotes it: `"a/\303\274ber\t"`, byte by byte. */
function unquoted(written: string): string {
  const inner = written.slice(1, quotedEnd(written) - 1);
  const bytes: Buffer[] = [];
  for (const [piece] of inner.matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)) {
    const [, kind = ''] = piece;
    if (!piece.startsWith('\\')) bytes.push(Buffer.from(piece));
    else if (piece.length === 4) bytes.push(Buffer.of(Number.parseInt(piece.slice(1), 8) & 0xff));
    else {
      const byte = escapes.get(kind);
      bytes.push(byte === undefined ? Buffer.from(kind) : Buffer.of(byte));
    }
  }
  return Buffer.concat(bytes).toString('utf8');
}
