import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseFlags } from '../../../src/cli/flags/parse-flags.ts';
import { commands } from '../../../src/cli/registry.ts';
import { type Command, defineCommand } from '../../../src/core/commands/command.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { flagName } from '../../../src/core/options/flag.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';

const bake = defineCommand({
  name: 'bake',
  summary: 'Bake',
  description: [],
  operand: { name: 'what' },
  flags: {
    dryRun: { kind: 'boolean', summary: '' },
    color: { kind: 'switch-off', summary: '' },
    verbose: { kind: 'count', short: 'v', summary: '' },
    trays: { kind: 'integer', value: 'n', minimum: 1, maximum: 9, summary: '' },
    pause: { kind: 'integer', value: 'ms', minimum: -5, summary: '' },
    shape: { kind: 'choice', choices: ['round', 'square'], summary: '' },
    recipe: { kind: 'string', value: 'file', summary: '' },
    topping: { kind: 'strings', value: 'name', summary: '' },
  },
  examples: [],
  run: async () => 0,
}) as unknown as Command;

const demanding = defineCommand({
  name: 'serve',
  summary: 'Serve',
  description: [],
  flags: { table: { kind: 'string', value: 'n', required: true, summary: '' } },
  examples: [],
  run: async () => 0,
}) as unknown as Command;

const nothingGiven = {
  dryRun: false,
  color: true,
  verbose: 0,
  trays: undefined,
  pause: undefined,
  shape: undefined,
  recipe: undefined,
  topping: [],
};

function refusal(argv: readonly string[], command = bake): MigratorError {
  try {
    parseFlags(command, argv);
  } catch (error) {
    if (error instanceof MigratorError) return error;
    throw error;
  }
  throw new Error(`${argv.join(' ')} was accepted`);
}

describe('parseFlags', () => {
  it('gives every flag that was left out its resting value', () => {
    expect(parseFlags(bake, [])).toEqual({ flags: nothingGiven, operand: null });
  });

  it('reads every kind of flag, and the operand wherever it stands', () => {
    const argv = [
      ...['--dry-run', '--no-color', '-vv', 'bread', '-v', '--trays', '3', '--pause=-2'],
      ...['--shape', 'round', '--recipe=a=b.txt', '--topping', 'salt', '--topping', '00'],
    ];
    expect(parseFlags(bake, argv)).toEqual({
      operand: 'bread',
      flags: {
        dryRun: true,
        color: false,
        verbose: 3,
        trays: 3,
        pause: -2,
        shape: 'round',
        recipe: 'a=b.txt',
        topping: ['salt', '00'],
      },
    });
  });

  it('takes what stands behind -- for words, however they look', () => {
    expect(parseFlags(bake, ['--', '--dry-run'])).toEqual({
      flags: nothingGiven,
      operand: '--dry-run',
    });
  });

  it('keeps values that look like something else as they were written', () => {
    for (const text of ['007', '1e3', 'true', '0x10', '-5']) {
      expect(parseFlags(bake, ['--recipe', text]).flags.recipe).toBe(text);
    }
  });

  it('takes a single dash for a value behind an option that has one, and for a word elsewhere', () => {
    const dashes = ['-v', '-', '--recipe', '-', '--topping', '-', '--topping=-', '--dry-run'];
    expect(parseFlags(bake, dashes)).toEqual({
      operand: '-',
      flags: { ...nothingGiven, verbose: 1, recipe: '-', topping: ['-', '-'], dryRun: true },
    });
    expect(parseFlags(bake, ['--recipe', 'a', '--', '-']).operand).toBe('-');
    expect(refusal(['--recipe', '--', '-']).message).toBe('--recipe needs a value');
  });

  it.each([
    [['--trays', '0'], '--trays takes a whole number from 1 to 9, not "0"'],
    [['--trays', '10'], '--trays takes a whole number from 1 to 9, not "10"'],
    [['--trays', '1e0'], '--trays takes a whole number from 1 to 9, not "1e0"'],
    [['--trays', '٣'], '--trays takes a whole number from 1 to 9, not "٣"'],
    [['--pause', '-6'], '--pause takes a whole number of at least -5, not "-6"'],
    [['--pause', '99999999999999999999'], '--pause takes a whole number of at least -5'],
    [['--shape', 'oval'], '--shape takes round or square, not "oval"'],
    [['--recipe'], '--recipe needs a value'],
    [['--recipe='], '--recipe needs a value'],
    [['--recipe', '--dry-run'], '--recipe needs a value'],
    [['--topping', ''], '--topping needs a value'],
    [['--trays', '-'], '--trays takes a whole number from 1 to 9, not "-"'],
    [['--dry-run', '-', '-'], 'bake does not accept "-"'],
    [['--recipe', 'a', '--recipe', 'b'], 'can only be set once'],
    [['bread', 'rolls'], 'bake does not accept "rolls"'],
  ])('refuses %j', (argv, message) => {
    expect(refusal(argv)).toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
    });
  });

  it('refuses a missing required flag', () => {
    expect(refusal([], demanding).message).toBe('serve needs --table');
    const migration = { kind: 'string', value: 'id', required: true, summary: '' } as const;
    expect(refusal([], { ...demanding, flags: { migration } }).message).toBe(
      'serve needs --migration: an ID, or last for the newest',
    );
  });

  it.each(['--recipee', '--Recipe', '--recipe.x', '--recipe[]'])(
    'refuses %s and says which option was probably meant',
    (option) => {
      const { message, hint } = refusal([option, 'x']);
      expect(message).toBe(`bake has no option ${option}`);
      expect(hint).toContain('Did you mean --recipe?');
    },
  );

  it.each([
    '--dryRun',
    '--no-dry-run',
    '--no-recipe',
    '--no-topping',
    '--no-verbose',
    '--no-no-color',
    '--color',
    '--to-string',
    '--constructor',
    '--__proto__',
    '-x',
    '-vx',
    '-v3',
    '---',
  ])('refuses %s, which no help speaks of', (option) => {
    expect(refusal([option]).message).toMatch(/^bake has no option -/);
  });

  it.each([
    '--dry-run=yes',
    '--dry-run=1',
    '--dry-run=false',
    '--no-color=no',
    '--verbose=3',
    '-v=3',
  ])('refuses %s rather than guess what its value means', (option) => {
    expect(refusal([option]).message).toMatch(/^-.+ takes no value$/);
  });

  it.each(['true', 'false'])('takes no "%s" for the value of a flag that has none', (word) => {
    expect(refusal(['--dry-run', word]).message).toBe(`bake does not accept "${word}"`);
  });
});

describe('any command line', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('gives flags or one usage error, never a crash, an exit or output', () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('process.exit was called');
    });
    const log = vi.spyOn(console, 'log');
    const error = vi.spyOn(console, 'error');
    const known = commands.flatMap(({ flags }) =>
      Object.entries(flags).map(([key, flag]) => flagName(key, flag)),
    );
    const word = fc.oneof(
      fc.constantFrom(...known, '--', '-', '-v', '-h', '--help', '--version', '', '1', 'true'),
      fc.constantFrom(...known).chain((name) => fc.string().map((value) => `${name}=${value}`)),
      fc.string(),
      fc.string().map((text) => `--${text}`),
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('--__proto__', '--constructor.prototype.x', '--a.b.c', '--no-', '--=', '-9'),
    );
    const command = fc.constantFrom(...commands, bake, demanding);
    fc.assert(
      fc.property(command, fc.array(word, { maxLength: 6 }), (which, argv) => {
        try {
          const { flags } = parseFlags(which, argv);
          expect(Object.keys(flags)).toEqual(Object.keys(which.flags));
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(MigratorError);
          expect(thrown).toMatchObject({ code: 'usage' });
        }
      }),
      { numRuns: 600 },
    );
    expect(exit).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
