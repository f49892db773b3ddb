import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEscaped, parseRefs } from '../../../../src/core/git/formats/ref-listing.ts';

const oid = 'a'.repeat(40);

describe('parseRefs', () => {
  it('gives each UTF-8 name as it is, also with separators of lines that are none to git', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^\x00-\x20\x7f\\\ud800-\udfff]{1,50}$/), (text) => {
        const name = `refs/heads/${text}`;
        expect([...parseRefs(Buffer.from(`${oid} ${name}\n`))]).toEqual([[name, oid]]);
      }),
    );
  });

  it('escapes every name that is not UTF-8, and no two become the same', () => {
    const odd = fc.uint8Array({ min: 0x80, max: 0xff, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(odd, odd, (one, two) => {
        const lines = [one, two].map((bytes) =>
          Buffer.concat([Buffer.from(`${oid} refs/tags/x`), bytes, Buffer.from('\n')]),
        );
        const names = [...parseRefs(Buffer.concat(lines)).keys()];
        expect(names).toHaveLength(Buffer.from(one).equals(Buffer.from(two)) ? 1 : 2);
        for (const name of names) expect(isEscaped(name) || !name.includes('\ufffd')).toBe(true);
      }),
    );
  });

  it('refuses a line that names no branch and no tag', () => {
    expect(() => parseRefs(Buffer.from(`${oid} refs/notes/x\n`))).toThrow(
      'git listed a malformed ref',
    );
  });
});
