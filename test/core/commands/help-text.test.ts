import { describe, expect, it } from 'vitest';
import { commands, sections } from '../../../src/cli/registry.ts';
import { type Command, defineCommand } from '../../../src/core/commands/command.ts';
import { commonFlags } from '../../../src/core/commands/common-flags.ts';
import { commandHelp, programHelp } from '../../../src/core/commands/help-text.ts';
import { palette } from '../../../src/core/kernel/format/palette.ts';
import { flagNames } from '../../../src/core/options/flag.ts';

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

const common = flagNames(commonFlags);
const narrow = { colors: palette(false), columns: 60 };

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
        '',
        'Examples',
        '  migrator bake bread --recipe r.txt',
        '',
        'Global options: migrator --help',
        '',
      ].join('\n'),
    );
  });

  it('leaves the examples out where there are none', () => {
    expect(commandHelp({ ...bake, examples: [] })).not.toContain('Examples');
  });

  it('groups many options by what they are about, in the same order for all commands', () => {
    const order = ['Select', 'Read', 'Write', 'Run', 'Output'];
    for (const command of commands) {
      const titles = commandHelp(command)
        .split('\n')
        .filter((line) => order.includes(line));
      expect(titles, command.name).toEqual(order.filter((title) => titles.includes(title)));
    }
    const migrate = commands.find(({ name }) => name === 'migrate') as Command;
    expect(commandHelp(migrate)).toMatch(/\nSelect\n {2}--plan [\s\S]*\nRun\n {2}--dry-run /);
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'shows every option of %s once, in lines that fit',
    (_name, command) => {
      const text = commandHelp(command);
      const own = flagNames(command.flags).filter((name) => !common.includes(name));
      for (const name of own)
        expect(text.match(new RegExp(`^  (-., )?${name}( |$)`, 'gm'))).toHaveLength(1);
      for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
      for (const line of commandHelp(command, narrow).split('\n')) {
        if (!/migrator |=|--/.test(line)) expect(line.length, line).toBeLessThanOrEqual(60);
      }
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
  const text = programHelp(sections);

  it('has a line for each command below its task, and says where to begin', () => {
    for (const { title, commands: members } of sections) {
      const below = text.split(`\n${title}\n`)[1]?.split('\n\n')[0] ?? '';
      for (const { name, summary } of members.filter(({ isHidden }) => isHidden !== true))
        expect(below).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 9)}`, 'm'));
    }
    expect(text).toContain('New here? `migrator demo` runs a complete migration');
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  });

  it('lists every global option', () => {
    for (const name of common) expect(text).toMatch(new RegExp(`^  (-., )?${name}( |$)`, 'm'));
  });

  it('colours headings and commands where it gets colours', () => {
    const colored = programHelp(sections, { colors: palette(true), columns: 100 });
    expect(colored).toContain('\u001b[1m\u001b[36mMigrate\u001b[39m\u001b[22m\n');
    expect(colored.replace(/\u001b\[\d+m/g, '').split('\n').length).toBeGreaterThan(40);
    expect(text).not.toContain('\u001b');
  });
});
