import fc from 'fast-check';

/** Halves of pairs, of which no text in UTF-8 has one. */
const firstHalf = 0xd800;
const halves = 0x800;

/**
 * Any code point, as fast-check's own unit `binary`, which keeps a map of a million of them: a second and 100 MB in each
 * process that draws one.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - halves })
  .map((index) => String.fromCodePoint(index < firstHalf ? index : index + halves), indexOf);

/** @throws for what is no such character: how fast-check asks whether it is one */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code))
    throw new Error('not one character');
  if (code < firstHalf) return code;
  if (code < firstHalf + halves) throw new Error('half of a character');
  return code - halves;
}
