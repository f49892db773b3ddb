import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLfsPointer } from '../../../../src/core/git/formats/lfs-pointer.ts';

const oid = 'a1'.repeat(32);
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`;

function parse(text: string) {
  return parseLfsPointer(Buffer.from(text));
}

describe('parseLfsPointer', () => {
  it('reads a pointer, also of older versions, with extensions and with Windows line ends', () => {
    const expected = { oid, size: 12345 };
    expect(parse(pointer)).toEqual(expected);
    expect(parse(pointer.replaceAll('\n', '\r\n'))).toEqual(expected);
    expect(parse(pointer.replace('git-lfs', 'hawser'))).toEqual(expected);
    expect(parse(pointer.replace('oid', `ext-0-foo sha256:${oid}\noid`))).toEqual(expected);
  });

  it.each([
    ['text around it', `See:\n${pointer}`],
    ['a line after it', `${pointer}more\n`],
    ['another hash', pointer.replace('sha256', 'sha512')],
    ['a short oid', pointer.replace('a1a1', 'a1')],
    ['another version', pointer.replace('spec/v1', 'spec/v2')],
    ['no size', pointer.replace('12345', 'many')],
  ])('takes a file with %s for a file', (_name, text) => {
    expect(parse(text)).toBeNull();
  });

  it('takes no other bytes for a pointer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 90, maxLength: 1100 }), (bytes) => {
        expect(parseLfsPointer(Buffer.from(bytes))).toBeNull();
      }),
    );
  });
});
