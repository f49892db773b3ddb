import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../src/core/network/response/json.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';

const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '\\\\"', '[[', '}]', '\\\\'));
const value = fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter });

describe('JSON of a host', () => {
  it('is read as what was written, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.oneof(value, fc.array(text), fc.dictionary(text, text)), (written) => {
        const json = JSON.stringify(written);
        expect(parseJson(json)).toEqual({ ok: true, value: JSON.parse(json) });
      }),
    );
  });

  it('is reported as cut off, wherever it was', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.nat(), (written, cut) => {
        const json = JSON.stringify({ written });
        const length = 1 + (cut % (json.length - 1));
        expect(parseJson(json.slice(0, length))).toEqual({ ok: false, why: 'truncated' });
      }),
    );
  });

  it('is refused when it nests deeper than anybody walks, and only then', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"[[[\\"["${']'.repeat(depth)}`;
    expect(parseJson(nested(100)).ok).toBe(true);
    expect(parseJson(nested(101))).toEqual({ ok: false, why: 'too-deep' });
    expect(parseJson('['.repeat(1_000_000))).toEqual({ ok: false, why: 'too-deep' });
    expect(parseJson(nested(5000), 5000).ok).toBe(true);
    expect(parseJson(nested(5001), 5000)).toEqual({ ok: false, why: 'too-deep' });
  });
});
