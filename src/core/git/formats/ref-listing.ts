import { MigratorError } from '../../kernel/errors.ts';

/**
 * Lines of an object name, one space or tab, and a ref name. Git takes any bytes for a name; one that is not UTF-8
 * comes out with its odd bytes as `\xe9`. No other name looks like that: git allows no backslash. Pure.
 */
export function parseRefs(listing: Buffer): Map<string, string> {
  const refs = new Map<string, string>();
  // One character for each byte, so that nothing is lost before a name is looked at.
  for (const line of listing.toString('latin1').split('\n')) {
    if (line === '') continue;
    const match = /^([0-9a-f]{40,64})[ \t](refs\/(?:heads|tags)\/[^\n]+)$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) {
      throw new MigratorError('bad-answer', 'git listed a malformed ref', {
        hint: "Inspect the repository's refs with `git ls-remote <url>`.",
        detail: line.slice(0, 200),
      });
    }
    refs.set(decodeName(match[2]), match[1]);
  }
  return refs;
}

/** Tells whether the name that parseRefs() gives stands for one that is not UTF-8. Pure. */
export function isEscaped(name: string): boolean {
  return name.includes('\\');
}

/** The name that these bytes, one a character, stand for; see parseRefs(). Pure. */
export function decodeName(bytes: string): string {
  const name = Buffer.from(bytes, 'latin1');
  const text = name.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(name)) return text;
  return bytes.replace(/[^\x20-\x7e]/g, (byte) => {
    return `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
