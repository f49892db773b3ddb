import { describe, expect, it } from 'vitest';
import { commandAt } from '../../../src/cli/flags/find-command.ts';
import { refuseCommand } from '../../../src/cli/flags/refuse-command.ts';
import { commands } from '../../../src/cli/registry.ts';
import { commonFlags } from '../../../src/core/commands/common-flags.ts';
import { type Flag, flagName, takesValue } from '../../../src/core/options/flag.ts';

const found = (...argv: string[]) => {
  const { command, rest } = commandAt(commands, argv) ?? {};
  return command === undefined ? null : [command.name, ...(rest ?? [])];
};

describe('commandAt', () => {
  it.each([
    [
      ['status', '--list'],
      ['status', '--list'],
    ],
    [
      ['--json', 'status', '--list'],
      ['status', '--json', '--list'],
    ],
    [
      ['-vv', '--config', 'a.yaml', 'license', 'status'],
      ['license status', '-vv', '--config', 'a.yaml'],
    ],
    [
      ['--log-file=x=y', '--no-color', 'plan'],
      ['plan', '--log-file=x=y', '--no-color'],
    ],
  ])('finds the command of %j, with what was given before it', (argv, expected) => {
    expect(found(...argv)).toEqual(expected);
  });

  it('finds the command after each common option, with its value', () => {
    for (const [key, flag] of Object.entries<Flag>(commonFlags)) {
      const value = flag.kind === 'choice' ? flag.choices[0] : 'file';
      const given = takesValue(flag) ? [flagName(key, flag), value ?? ''] : [flagName(key, flag)];
      expect(found(...given, 'status', '--list')).toEqual(['status', ...given, '--list']);
    }
  });

  it.each([['--list', 'status'], ['--json'], ['--config'], ['--config', 'status'], []])(
    'finds none in %j',
    (...argv) => {
      expect(found(...argv)).toBeNull();
    },
  );
});

describe('refuseCommand', () => {
  it('says of options alone that the wizard needs a terminal', () => {
    const hint = 'The wizard needs a terminal: elsewhere, name a command. See migrator --help.';
    expect(() => refuseCommand(commands, ['--plain'])).toThrow(expect.objectContaining({ hint }));
  });

  it.each([
    [['--list', 'status'], 'Missing command before --list'],
    [['--json', '--list', 'status'], 'Missing command before --list'],
    [['--json'], 'Missing command after --json'],
    [['--json', 'statsu'], 'Unknown command "statsu"'],
    [['--json', 'license'], 'license needs one of these: register, activate, status'],
  ])('says of %j what is wrong', (argv, message) => {
    expect(() => refuseCommand(commands, argv)).toThrow(message);
  });
});
