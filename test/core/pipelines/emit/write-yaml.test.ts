import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Commented, from, type Node } from '../../../../src/core/pipelines/emit/node.ts';
import { writeYaml } from '../../../../src/core/pipelines/emit/write-yaml.ts';

const awkward = [
  ...[
    'a: b',
    '- x',
    '#x',
    'x #y',
    'yes',
    'on',
    '1.10',
    '~',
    '|',
    '',
    ' a',
    'a\n',
    'a\n\n',
    '\n a',
    'a:',
  ],
  ...[
    'x: y\nz',
    '*',
    '**',
    '!x',
    '0x1f',
    '1e3',
    '2020-01-01',
    'a\tb',
    '\tx\ny',
    '=',
    '<<',
    '${{ a }}',
    "it's",
  ],
];
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(fc.string(), { maxLength: 4 }).map((lines) => lines.join('\n')),
  fc.constantFrom(...awkward),
  fc.integer(),
  fc.boolean(),
);
const key = fc
  .oneof(fc.string({ minLength: 1 }), fc.constantFrom('on', '<<', 'a b'))
  .filter((name) => name !== '__proto__');
const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

describe('writeYaml', () => {
  it('writes what a YAML parser reads back unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(key, tree, { minKeys: 1, noNullPrototype: true }), (value) => {
        expect(parse(writeYaml(value, []).text)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('notes the line on which each place arrived, and keeps comments', () => {
    const place = { path: 'image', line: 7 };
    const step = {
      uses: new Commented('actions/checkout@abc', 'v6'),
      with: { depth: from(5, place) },
    };
    const { text, lines } = writeYaml({ name: 'x', jobs: [step] }, ['head']);
    expect(text.split('\n')).toEqual([
      ...['# head', '', 'name: x', '', 'jobs:', '  - uses: actions/checkout@abc # v6'],
      ...['    with:', '      depth: 5', ''],
    ]);
    expect(lines).toEqual([[place, 8]]);
  });
});
