import fc from 'fast-check';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';

/** Names that objects of the language have already. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'valueOf',
  '__defineGetter__',
] as const;

const strings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud800y',
  '\u001b[2J\u001b]0;title\u0007',
  'line\nbreak\r\nand\rmore',
  '\u202eevil\u2066\u2028',
  '\u009b31m',
  '\ufeff',
  '../../../etc/passwd',
  '/dev/zero',
  '--upload-pack=touch x',
  '-rf',
  '$(touch x)',
  '%s%n%00',
  'a/b/c/d',
  '.',
  '..',
  '.git',
  'CON',
  'http://evil.example/x?y=z#w',
  'https://user:password@evil.example',
  'javascript:alert(1)',
  '𝕳𝖊𝖑𝖑𝖔 👩‍👩‍👧‍👦 مرحبا',
  'İıſK',
  '1e999',
  'null',
  '2026-13-45T99:99:99Z',
  '{00000000-0000-0000-0000-000000000000}',
  'x'.repeat(300),
  ...prototypeNames,
];

/** Texts in the place of a JSON value: some of them are no JSON at all. */
const rawTexts = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '18446744073709551616',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"":""}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":null,"length":-1}',
];
const noJson = ['NaN', 'Infinity', 'undefined_', "'x'", '{a:1}', '[1,]', '01', '"\\x"', '"\\u12"'];

function nested(depth: number, open: string, close: string): string {
  return open.repeat(depth) + close.repeat(depth);
}

/** A hostile string, as it is. */
export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...strings) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.nat(5).map((power) => 'y'.repeat(10 ** power)) },
);

/** A hostile value in the words of JSON. */
export const hostileJson = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 6, arbitrary: fc.constantFrom(...rawTexts) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.constantFrom(63, 65, 99, 101, 5000).map((n) => nested(n, '[', ']')) },
  { weight: 1, arbitrary: fc.constantFrom(50, 200).map((n) => nestedObjects(n)) },
  { weight: 1, arbitrary: fc.constantFrom(100, 3000).map((n) => longList(n)) },
);

/** The same with what is no JSON. */
export const anythingLikeJson = fc.oneof(
  { weight: 9, arbitrary: hostileJson },
  { weight: 1, arbitrary: fc.constantFrom(...noJson) },
);

function nestedObjects(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

function longList(length: number): string {
  return `[${'{},'.repeat(length - 1)}{}]`;
}
