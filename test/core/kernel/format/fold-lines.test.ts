import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldingOutput, foldLines } from '../../../../src/core/kernel/fold-lines.ts';

describe('foldLines', () => {
  it('breaks at blanks, and sets further in what goes on', () => {
    expect(foldLines(['  one two three four five six', 'short'], 20)).toEqual([
      '  one two three four',
      '    five six',
      'short',
    ]);
  });

  it('leaves a word whole that is longer than the terminal', () => {
    const path = `/a/${'long/'.repeat(10)}path`;
    expect(foldLines([`see ${path} now`], 20)).toEqual(['see', `  ${path}`, '  now']);
  });

  it('leaves a command whole where a line holds it, because it is copied', () => {
    const line = 'Resume:  migrator migrate --resume mig_m4xk2p9qa7c1';
    expect(foldLines([line], 46)).toEqual([
      'Resume:',
      line.replace('Resume:', ' ').replace('   ', '  '),
    ]);
  });

  it('breaks a command that is longer than a line as a shell reads it, never within a word', () => {
    const line =
      'Finish it with: migrator migrate --resume mig_m4xk2p9qa7c1 --reset-repo web. Or skip it with --exclude.';
    expect(foldLines([line], 40)).toEqual([
      'Finish it with:',
      '  migrator migrate --resume \\',
      '    mig_m4xk2p9qa7c1 --reset-repo web.',
      '  Or skip it with --exclude.',
    ]);
  });

  it('holds every assignment before a command together with it, or loses none of them', () => {
    const line =
      'Open it: DATABASE=none STATE_DIR=/tmp/a/long/folder migrator status mig_m4xk2p9qa7c1';
    expect(foldLines([line], 50)).toEqual([
      'Open it:',
      '  DATABASE=none STATE_DIR=/tmp/a/long/folder \\',
      '    migrator status mig_m4xk2p9qa7c1',
    ]);
  });

  it.each([
    [
      'a name in capitals, and what follows it',
      'Again: migrator migrate --resume mig_1 --reset-repo NAME --config x.yaml',
      ['Again:', '  migrator migrate --resume mig_1 \\', '    --reset-repo NAME --config x.yaml'],
    ],
    [
      'a quoted value with blanks',
      '  migrator sync --migration mig_1 --include app --include "Web Shop"',
      ['  migrator sync --migration mig_1 \\', "    --include app --include 'Web Shop'"],
    ],
    [
      'a capitalized value of a flag',
      'Again: migrator sync --migration mig_1 --include Shop --wave 2',
      ['Again:', '  migrator sync --migration mig_1 \\', '    --include Shop --wave 2'],
    ],
    [
      'a command of node',
      'STATE=/tmp/demo node /opt/bin/migrator.cjs status',
      ['STATE=/tmp/demo node \\', '  /opt/bin/migrator.cjs status'],
    ],
    [
      'a command of sh',
      'Next: sh out/of/the/folder/of/remotes/remotes.sh -n .',
      ['Next:', '  sh \\', '    out/of/the/folder/of/remotes/remotes.sh \\', '    -n .'],
    ],
  ])('breaks so that it can be pasted: %s', (_, line, folded) => {
    expect(foldLines([line.replaceAll('"', "'")], 42)).toEqual(folded);
  });

  it('counts no colours', () => {
    const line = `\u001b[1m${'x'.repeat(20)}\u001b[22m`;
    expect(foldLines([line], 20)).toEqual([line]);
  });

  it('folds nothing for a file or a terminal of no width', () => {
    const line = 'word '.repeat(50);
    expect(foldLines([line], null)).toEqual([line]);
    expect(foldLines([line], 0)).toEqual([line]);
  });

  it('folds what is written to an output, at the width that it has then', () => {
    const written: string[] = [];
    const output = { isTerminal: true, columns: 20, write: (text: string) => written.push(text) };
    const folding = foldingOutput(output);
    folding.write('one two three four five six\nshort\n');
    output.columns = 40;
    folding.write('one two three four five six\n');
    expect(written).toEqual([
      'one two three four\n  five six\nshort\n',
      'one two three four five six\n',
    ]);
  });

  it('loses no word and makes no line too long that has blanks to break at', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'ä', '🙂'), minLength: 1, maxLength: 12 });
    const lines = fc.record({ words: fc.array(word, { minLength: 1 }), indent: fc.nat(6) });
    fc.assert(
      fc.property(lines, fc.integer({ min: 20, max: 100 }), ({ words, indent }, columns) => {
        const folded = foldLines([`${' '.repeat(indent)}${words.join(' ')}`], columns);
        expect(folded.flatMap((line) => line.trim().split(' '))).toEqual(words);
        for (const line of folded) expect([...line].length).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
