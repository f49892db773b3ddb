import { foldLines, tableLines } from '../kernel/fold-lines.ts';
import { type Palette, palette } from '../kernel/format/palette.ts';
import { type Flag, type Flags, flagName, flagValue } from '../options/flag.ts';
import type { Command } from './command.ts';
import { commonFlags } from './common-flags.ts';

/** Commands that belong to one task, in the order in which people need them. */
export interface HelpSection {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Describes where the help is read. */
export interface HelpPlace {
  readonly colors: Palette;
  /** Of the terminal; `null` where nobody wraps. */
  readonly columns: number | null;
}

const aPipe: HelpPlace = { colors: palette(false), columns: null };

/** The program's help. Pure. */
export function programHelp(sections: readonly HelpSection[], place = aPipe): string {
  const { strong } = place.colors;
  const width = Math.max(
    ...sections.flatMap(({ commands }) => commands.map(({ name }) => name.length)),
  );
  const shown = (commands: readonly Command[]) =>
    commands.filter(({ isHidden }) => isHidden !== true);
  return page(place, [
    `${strong('migrator')} migrates a company's repositories from Bitbucket to GitHub.`,
    '',
    'Usage: migrator [options]            the wizard, in a terminal',
    '       migrator <command> [options]',
    ...sections.flatMap(({ title, commands }) =>
      section(
        title,
        shown(commands).map(({ name, summary }) => [name.padEnd(width), summary]),
        place,
      ),
    ),
    ...section(
      'Global options (the wizard takes all except --json)',
      [
        ...flagRows(commonFlags),
        ['--help', 'Show this help, or the help of a command'],
        ['--version', 'Show the version'],
      ],
      place,
    ),
    '',
    'New here? `migrator demo` runs a complete migration on this machine; no account needed.',
  ]);
}

/** The help of a group of commands. Pure. */
export function groupHelp(group: string, commands: readonly Command[], place = aPipe): string {
  return page(place, [
    `Usage: migrator ${group} <command> [options]`,
    ...section(
      'Commands',
      commands.map(({ name, summary }) => [name, summary]),
      place,
    ),
    '',
    `See migrator ${group} <command> --help.`,
  ]);
}

/** The help of one command. Pure. */
export function commandHelp(command: Command, place = aPipe): string {
  const { colors } = place;
  const operand = command.operand === undefined ? '' : ` <${command.operand.name}>`;
  const required = Object.entries(command.flags)
    .filter(([, flag]) => flag.required === true)
    .map(([key, flag]) => ` ${flagName(key, flag)} ${flagValue(flag)}`);
  const own = Object.entries(command.flags).filter(([key]) => !(key in commonFlags));
  const width = Math.max(0, ...own.map(([key, flag]) => flagColumn(key, flag).length));
  return page(place, [
    colors.strong(command.summary),
    '',
    `Usage: migrator ${command.name}${operand}${required.join('')} [options]`,
    '',
    ...command.description,
    ...optionGroups(own).flatMap(([title, flags]) =>
      section(
        title,
        flagRows(flags).map(([name, text]) => [name.padEnd(width), text]),
        place,
      ),
    ),
    ...(command.examples.length === 0
      ? []
      : ['', colors.heading('Examples'), ...command.examples.map((line) => `  ${line}`)]),
    '',
    'Global options: migrator --help',
  ]);
}

/** Fewer options than these need no groups. */
const fewOptions = 6;

/** Keys of options by what they are about; the others are about how the command runs. */
const about: Readonly<Record<string, string>> = {
  Select:
    'workspace project inventory plan migration resume manifest vaultProject targetOrg list repository include exclude repositories wave includeNew source target',
  Read: 'deep includeSecrets includeSettings includePipelines includeLargeFiles groups users fresh reread rereadSource',
  Write: [
    'nameFrom rename visibility publishPrivate skipExisting overwrite userMap unmapPeople teamMap jiraUrl',
    'comments pullRequests lfs largeFiles rewriteHistory rulesets pipelines settings invite engine archiveFormat follow announce',
    'accept replaceExisting',
  ].join(' '),
  Run: '',
  Output: 'split merge output force export notify',
};

function optionGroups(own: readonly (readonly [string, Flag])[]) {
  if (own.length < fewOptions) return own.length === 0 ? [] : [['Options', flagsOf(own)] as const];
  const titleOf = (key: string) =>
    Object.keys(about).find((title) => about[title]?.split(' ').includes(key)) ?? 'Run';
  return Object.keys(about).flatMap((title) => {
    const flags = own.filter(([key]) => titleOf(key) === title);
    return flags.length === 0 ? [] : [[title, flagsOf(flags)] as const];
  });
}

function flagsOf(entries: readonly (readonly [string, Flag])[]): Flags {
  return Object.fromEntries(entries);
}

function flagRows(flags: Flags): readonly (readonly [string, string])[] {
  return Object.entries(flags).map(([key, flag]) => [flagColumn(key, flag), flag.summary]);
}

function flagColumn(key: string, flag: Flag): string {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return `${short}${flagName(key, flag)} ${flagValue(flag)}`.trimEnd();
}

function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  { colors, columns }: HelpPlace,
): readonly string[] {
  const styled = rows.map(([first, second]) => [`  ${colors.accent(first)}`, second]);
  return ['', colors.heading(title), ...tableLines(styled, columns)];
}

function page({ columns }: HelpPlace, lines: readonly string[]): string {
  return `${foldLines(lines, columns).join('\n')}\n`;
}
