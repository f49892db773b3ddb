import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFlags } from '../../../src/cli/flags/parse-flags.ts';
import type { Command } from '../../../src/core/commands/command.ts';
import { commandLineArguments } from '../../../src/core/commands/command-line.ts';
import { migrateCommand } from '../../../src/core/commands/migrate/command.ts';
import { planCommand } from '../../../src/core/commands/plan/command.ts';

function parsed(command: Command, words: readonly string[]) {
  const [program, name, ...argv] = words;
  expect([program, name]).toEqual(['migrator', command.name]);
  return parseFlags(command, argv).flags;
}

describe('a command put together from values', () => {
  it('says only what is not as without flags', () => {
    expect(
      commandLineArguments(migrateCommand, { plan: 'plan.json', verbose: 2, color: false }),
    ).toEqual([
      ...['migrator', 'migrate', '--plan', 'plan.json'],
      ...['--verbose', '--verbose', '--no-color'],
    ]);
    expect(
      commandLineArguments(migrateCommand, { plan: 'p', overwrite: false, color: true }),
    ).toEqual([...['migrator', 'migrate', '--plan', 'p']]);
  });

  it('keeps a value that begins with a dash from being an option', () => {
    const words = commandLineArguments(planCommand, {
      inventory: '-i',
      targetOrg: 'a',
      include: ['-x*'],
    });
    expect(words).toContain('--include=-x*');
    const flags = parsed(planCommand as unknown as Command, words);
    expect(flags).toMatchObject({ inventory: '-i', include: ['-x*'] });
  });

  it('gives its values back when it is parsed', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 });
    const values = fc.record(
      {
        inventory: text,
        targetOrg: text,
        include: fc.array(text, { maxLength: 4 }),
        nameFrom: fc.constantFrom('slug' as const, 'name' as const),
        comments: fc.constantFrom('threaded' as const, 'compact' as const),
        pullRequests: fc.boolean(),
        split: fc.integer({ min: 1, max: 1000 }),
        json: fc.boolean(),
      },
      { requiredKeys: ['inventory', 'targetOrg'] },
    );
    fc.assert(
      fc.property(values, (given) => {
        const flags = parsed(
          planCommand as unknown as Command,
          commandLineArguments(planCommand, given),
        );
        expect(flags).toMatchObject(given);
      }),
    );
  });
});
