import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, jsonLine, snakeCaseKeys } from '../../../../src/core/kernel/format/json.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';
import { hidden, hostileNames } from '../../../helpers/hostile/hostile-texts.ts';
import { finished } from '../../report/events.ts';

describe('canonicalJson', () => {
  it('is the same text for the same data, in whatever order its keys are', () => {
    const text = '{"a":[1,null,"é\\n"],"b":{"Z":true,"a":"\u2028"}}';
    expect(canonicalJson({ b: { a: '\u2028', Z: true }, a: [1, null, 'é\n'] })).toBe(text);
    expect(canonicalJson({ a: [1, undefined, 'é\n'], c: undefined, b: JSON.parse(text).b })).toBe(
      text,
    );
  });

  it('is JSON of the same data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('jsonLine', () => {
  it('writes keys in snake_case at every depth', () => {
    const data = { lfsObjects: 1, inner: [{ webUrl: 'x', aLongKey: null }] };
    expect(jsonLine(data)).toBe('{"lfs_objects":1,"inner":[{"web_url":"x","a_long_key":null}]}\n');
  });

  it('leaves values alone, also repositories whose names look like keys', () => {
    for (const name of ['webUrl', 'lfsObjects', '__proto__', 'constructor', 'CamelCaseRepo']) {
      const line = JSON.parse(jsonLine(finished(name, { target: name })));
      expect(line).toMatchObject({ repository: name, target: name, lfs_objects: null });
    }
  });

  it('is one line of JSON for any data, with every value as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b_c', 'key'), fc.jsonValue()), (data) => {
        const line = jsonLine(data);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(Object.keys(JSON.parse(line))).toEqual(Object.keys(data));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        expect(JSON.parse(jsonLine({ texts }))).toEqual({ texts });
      }),
    );
  });

  it('may be shown as it is: what acts on a terminal or reorders its text is escaped', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter })), (texts) => {
        const line = jsonLine({ texts });
        expect(line).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/,
        );
        expect(JSON.parse(line)).toEqual({ texts });
      }),
    );
    expect(jsonLine({ name: '\u009b31m\u202e' })).toBe('{"name":"\\u009b31m\\u202e"}\n');
  });

  it('hides nothing: what nobody sees is escaped, and the texts are the same', () => {
    const texts = [...hostileNames, ...hidden];
    const line = jsonLine({ texts });
    expect(line).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/u);
    expect(JSON.parse(line)).toEqual({ texts });
    expect(jsonLine({ name: 'a\u200bb\u{e0041}' })).toBe('{"name":"a\\u200bb\\udb40\\udc41"}\n');
  });

  it('copies plain values and keeps the original as it was', () => {
    const data = Object.freeze({ someKey: Object.freeze(['someValue']) });
    expect(snakeCaseKeys(data)).toEqual({ some_key: ['someValue'] });
    expect(snakeCaseKeys(null)).toBeNull();
    expect(snakeCaseKeys('someValue')).toBe('someValue');
  });
});
