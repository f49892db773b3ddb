import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFlags } from '../../../src/cli/flags/parse-flags.ts';
import { parsePlainFlags } from '../../../src/cli/flags/parse-plain-flags.ts';
import { commands } from '../../../src/cli/registry.ts';
import type { Command } from '../../../src/core/commands/command.ts';
import { statusCommand } from '../../../src/core/commands/status/command.ts';
import { toMigratorError } from '../../../src/core/kernel/errors.ts';
import { flagName } from '../../../src/core/options/flag.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';

function outcomeOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (thrown) {
    const { code, message, hint } = toMigratorError(thrown);
    return { code, message, hint };
  }
}

describe('parsePlainFlags', () => {
  const status = statusCommand as unknown as Command;

  it('answers options that are spelled out', () => {
    const parsed = parsePlainFlags(status, ['--list', '--no-color']);
    expect(parsed).toMatchObject({ flags: { list: true, color: false, json: false } });
  });

  it.each([
    [['-v']],
    [['--list', '--list']],
    [['--migration=mig_1']],
    [['--migration', '-']],
    [['--migration', '']],
    [['--migration']],
    [['--lst']],
    [['surplus']],
    [['--', '--list']],
  ])('leaves %j to the parser', (argv) => {
    expect(parsePlainFlags(status, argv)).toBeNull();
  });

  it('says of any command line what the parser says of it, or nothing', () => {
    let answered = 0;
    const line = fc.constantFrom(...commands).chain((command) => {
      const names = Object.entries(command.flags).map(([key, flag]) => flagName(key, flag));
      const value = fc.oneof(
        fc.string(),
        fc.string({ unit: anyCharacter }),
        fc.constantFrom('1', '007', '1e3', 'true', 'false', 'mig_m4xk2p9qa7c1', './a b', 'a=b'),
      );
      const option = fc.constantFrom(...names);
      const words = fc.oneof(
        { weight: 3, arbitrary: option.map((name) => [name]) },
        { weight: 3, arbitrary: fc.tuple(option, value).map((both) => [...both]) },
        { weight: 1, arbitrary: value.map((one) => [one]) },
      );
      return fc.array(words, { maxLength: 4 }).map((all) => ({ command, argv: all.flat() }));
    });
    fc.assert(
      fc.property(line, ({ command, argv }) => {
        const plain = outcomeOf(() => parsePlainFlags(command, argv));
        if (plain === null) return;
        answered += 1;
        expect(plain).toEqual(outcomeOf(() => parseFlags(command, argv)));
      }),
      { numRuns: 3000 },
    );
    expect(answered).toBeGreaterThan(300);
  });
});
