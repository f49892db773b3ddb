import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/registry.ts';
import { type Command, defineCommand } from '../../../src/core/commands/command.ts';
import { commandHelp, programHelp } from '../../../src/core/commands/help-text.ts';

const bake = defineCommand({
  name: 'bake',
  summary: 'Bake something',
  description: ['In the oven.', 'It takes a while.'],
  operand: { name: 'what' },
  flags: {
    recipe: { kind: 'string', value: 'file', required: true, summary: 'By this recipe' },
    shape: { kind: 'choice', choices: ['round', 'square'], summary: 'Of this shape' },
    verbose: { kind: 'count', short: 'v', summary: 'Tell more' },
    color: { kind: 'switch-off', summary: 'No colours' },
  },
  examples: ['migrator bake bread --recipe r.txt'],
  run: async () => 0,
}) as unknown as Command;

describe('commandHelp', () => {
  it('shows usage with what is required, every option in a column, and the examples', () => {
    expect(commandHelp(bake)).toBe(
      [
        'Bake something',
        '',
        'Usage: migrator bake <what> --recipe <file> [options]',
        '',
        'In the oven.',
        'It takes a while.',
        '',
        'Options',
        '  --recipe <file>       By this recipe',
        '  --shape round|square  Of this shape',
        '  -v, --verbose         Tell more',
        '  --no-color            No colours',
        '  --help                Show this help',
        '',
        'Examples',
        '  migrator bake bread --recipe r.txt',
        '',
      ].join('\n'),
    );
  });

  it('leaves the examples out where there are none', () => {
    expect(commandHelp({ ...bake, examples: [] })).not.toContain('Examples');
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'offers for %s what all commands take, in lines that fit',
    (_name, command) => {
      const text = commandHelp(command);
      const common = ['--json', '--plain', '--config <file>', '-v, --verbose', '--no-color'];
      for (const option of [...common, '--log-file <file>']) expect(text).toContain(`  ${option} `);
      for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
    },
  );

  it.each(commands.map((command) => [command.name, command] as const))(
    'gives examples of %s that begin with the program',
    (_name, { examples }) => {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(example).toMatch(/\bmigrator [a-z]/);
    },
  );
});

describe('programHelp', () => {
  it('has a line for each command, and says where to begin', () => {
    const text = programHelp([bake]);
    expect(text).toContain('  bake  Bake something\n');
    expect(text).toContain('New here? `migrator demo` runs a whole migration');
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  });
});
