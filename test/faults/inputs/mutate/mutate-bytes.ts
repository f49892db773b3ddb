import fc from 'fast-check';

/** One change of a text as the bytes that a file holds. `at` is a place, from 0 to 1. */
export type ByteChange =
  | { readonly what: 'cut'; readonly at: number }
  | { readonly what: 'insert'; readonly at: number; readonly bytes: readonly number[] }
  | { readonly what: 'flip'; readonly at: number; readonly bit: number }
  | { readonly what: 'drop'; readonly at: number; readonly length: number }
  | { readonly what: 'repeat'; readonly at: number; readonly times: number }
  | { readonly what: 'encode'; readonly as: 'bom' | 'crlf' | 'cr' | 'utf-16' | 'latin-1' }
  | { readonly what: 'whole'; readonly as: string; readonly times: number };

const place = fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000);
const invalidUtf8 = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
];
const pieces = [[0], [0x1b, 0x5b, 0x32, 0x4a], [0x22], [0x5c], [0x7b], [0x5b], [0x0a], [0x2c]];
const wholes: readonly (readonly [string, number])[] = [
  ['', 1],
  [' ', 1],
  ['\n', 1000],
  ['null', 1],
  ['true', 1],
  ['0', 1],
  ['"text"', 1],
  ['[]', 1],
  ['{}', 1],
  ['\u0000', 100],
  ['[', 100_000],
  ['{"a":', 50_000],
  ['- ', 5000],
  ['"', 1001],
  ['a,', 100_000],
  ['{},', 30_000],
  ['<!doctype html><html>', 1],
  [' ', 10_000_000],
  ['9', 1_000_000],
];

export const byteChange: fc.Arbitrary<ByteChange> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('cut' as const), at: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('insert' as const),
      at: place,
      bytes: fc.constantFrom(...invalidUtf8, ...pieces),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('flip' as const), at: place, bit: fc.nat(7) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('drop' as const),
      at: place,
      length: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('repeat' as const),
      at: place,
      times: fc.constantFrom(2, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('encode' as const),
      as: fc.constantFrom('bom' as const, 'crlf', 'cr', 'utf-16', 'latin-1'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...wholes)
      .map(([as, times]) => ({ what: 'whole' as const, as, times })),
  },
);

export function changeBytes(bytes: Buffer, changes: readonly ByteChange[]): Buffer {
  return changes.reduce(change, bytes);
}

function change(bytes: Buffer, one: ByteChange): Buffer {
  if (one.what === 'whole') return Buffer.from(one.as.repeat(one.times));
  if (one.what === 'encode') return encode(bytes, one.as);
  const at = Math.floor(one.at * bytes.length);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at);
  switch (one.what) {
    case 'cut':
      return before;
    case 'insert':
      return Buffer.concat([before, Buffer.from(one.bytes), after]);
    case 'drop':
      return Buffer.concat([before, after.subarray(one.length)]);
    case 'repeat':
      return Buffer.concat([before, ...Array.from({ length: one.times }, () => after)]);
    case 'flip': {
      const copy = Buffer.from(bytes);
      const old = copy[at];
      if (old !== undefined) copy[at] = old ^ (1 << one.bit);
      return copy;
    }
  }
}

function encode(bytes: Buffer, as: Extract<ByteChange, { what: 'encode' }>['as']): Buffer {
  const text = bytes.toString('utf8');
  switch (as) {
    case 'bom':
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 'crlf':
      return Buffer.from(text.replaceAll('\n', '\r\n'));
    case 'cr':
      return Buffer.from(text.replaceAll('\n', '\r'));
    case 'utf-16':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'latin-1':
      return Buffer.from(`é${text}`, 'latin1');
  }
}
