import { type Flag, type Flags, flagName, flagValue } from '../options/flag.ts';
import type { Command } from './command.ts';
import { commonFlags } from './common-flags.ts';

/** The program's help. Pure. */
export function programHelp(commands: readonly Command[]): string {
  const rows = commands
    .filter(({ isHidden }) => isHidden !== true)
    .map(({ name, summary }) => [name, summary] as const);
  return [
    'Move a whole company from Bitbucket to GitHub.',
    '',
    'Usage: migrator [options]            the wizard, in a terminal',
    '       migrator <command> [options]',
    '',
    'Commands',
    ...table(rows),
    '',
    'Global options (the wizard takes all except --json)',
    ...table([
      ...flagRows(commonFlags),
      ['--help', 'Show this help, or the help of a command'],
      ['--version', 'Show the version'],
    ]),
    '',
    'New here? `migrator demo` runs a whole migration on this machine, without any account.',
    '',
  ].join('\n');
}

/** The help of a group of commands. Pure. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return [
    `Usage: migrator ${group} <command> [options]`,
    '',
    'Commands',
    ...table(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    `See migrator ${group} <command> --help.`,
    '',
  ].join('\n');
}

/** The help of one command. Pure. */
export function commandHelp(command: Command): string {
  const operand = command.operand === undefined ? '' : ` <${command.operand.name}>`;
  const required = Object.entries(command.flags)
    .filter(([, flag]) => flag.required === true)
    .map(([key, flag]) => ` ${flagName(key, flag)} ${flagValue(flag)}`);
  return [
    command.summary,
    '',
    `Usage: migrator ${command.name}${operand}${required.join('')} [options]`,
    '',
    ...command.description,
    '',
    'Options',
    ...table([...flagRows(command.flags), ['--help', 'Show this help']]),
    ...(command.examples.length === 0
      ? []
      : ['', 'Examples', ...command.examples.map((line) => `  ${line}`)]),
    '',
  ].join('\n');
}

function flagRows(flags: Flags): readonly (readonly [string, string])[] {
  return Object.entries(flags).map(([key, flag]) => [flagColumn(key, flag), flag.summary]);
}

function flagColumn(key: string, flag: Flag): string {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return `${short}${flagName(key, flag)} ${flagValue(flag)}`.trimEnd();
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
