import { type Flag, type Flags, flagName, flagNames } from '../../options/flag.ts';
import type { Command } from '../command.ts';
import { wizardFlags } from '../common-flags.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Asks the program that is completed for ids, newest first, each with a tab and what it is. */
const askForIds = `"\${COMP_WORDS[0]}" completion migrations 2>/dev/null`;
const askForRepositories = `"\${COMP_WORDS[0]}" completion repositories 2>/dev/null`;

/** A script that completes commands, flags and their values. Pure. */
export function completionScript(shell: (typeof shells)[number], all: readonly Command[]): string {
  const commands = all.filter(({ isHidden = false }) => !isHidden);
  if (shell === 'fish') return fish(commands);
  return shell === 'zsh' ? zsh(commands) : bash(commands);
}

/** zsh can run completion functions of bash, which know no descriptions: migrations get them here. */
function zsh(commands: readonly Command[]): string {
  return `#compdef migrator
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}
_migrator_zsh() {
  case "\${words[CURRENT-1]}" in
    ${migrationFlags(commands).join('|')})
      local -a migrations
      migrations=("\${(@f)$(\${words[1]} completion migrations 2>/dev/null | sed -e 's/:/\\\\:/g' -e 's/\t/:/')}")
      _describe -V migration migrations
      return ;;
  esac
  _bash_complete -o filenames -F _migrator
}
compdef _migrator_zsh migrator
[ "\${funcstack[1]}" = _migrator ] && _migrator_zsh
`;
}

function bash(commands: readonly Command[]): string {
  const names = firstWords(commands);
  const cases = names.map((name) => {
    const single = commands.find((command) => command.name === name);
    return single === undefined
      ? bashGroup(name, commands)
      : `    ${name}) words='${bashWords(single)}' ;;`;
  });
  return `_migrator() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  case "\${COMP_WORDS[1]} $previous" in
${bashValues(commands).join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words='${[...names, ...flagNames(wizardFlags)].join(' ')} --help --version' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o filenames -F _migrator migrator
`;
}

/** A case for the values of each option; one for each command where they differ between commands. */
function bashValues(commands: readonly Command[]): readonly string[] {
  const actions = new Map<string, Map<string, string[]>>();
  for (const command of commands) {
    for (const { name, flag } of allFlags(command)) {
      const action = bashAction(flag);
      if (action === null) continue;
      const of = actions.get(name) ?? new Map<string, string[]>();
      of.set(action, [...(of.get(action) ?? []), command.name.split(' ')[0] ?? '']);
      actions.set(name, of);
    }
  }
  return [...actions].flatMap(([name, of]) =>
    [...of].map(([action, members]) => {
      const pattern = of.size === 1 ? `*' ${name}'` : members.map((one) => `'${one} ${name}'`);
      return `    ${[pattern].flat().join('|')}) ${action}; return ;;`;
    }),
  );
}

function bashAction(flag: Flag): string | null {
  if (flag.kind === 'choice')
    return `COMPREPLY=($(compgen -W '${flag.choices.join(' ')}' -- "$current"))`;
  if (flag.kind !== 'string') return null;
  // One name a line: names may hold spaces.
  if (flag.completes === 'file') return `local IFS=$'\\n'; COMPREPLY=(${bashFiles(flag.endings)})`;
  if (flag.completes === 'repository')
    return `COMPREPLY=($(compgen -W "$(${askForRepositories})" -- "$current"))`;
  // Newest first, where this bash can keep an order.
  return flag.completes === 'migration'
    ? `compopt -o nosort 2>/dev/null; COMPREPLY=($(compgen -W "$(${askForIds} | cut -f 1)" -- "$current"))`
    : null;
}

/** Files with these endings, and folders that may hold some. */
function bashFiles(endings: readonly string[] = []): string {
  if (endings.length === 0) return '$(compgen -f -- "$current")';
  const files = endings.map((ending) => `$(compgen -f -X '!*${ending}' -- "$current")`);
  return [...files, '$(compgen -d -- "$current")'].join(' ');
}

function migrationFlags(commands: readonly Command[]): readonly string[] {
  const named = commands.flatMap(allFlags).filter(({ flag }) => isMigration(flag));
  return [...new Set(named.map(({ name }) => name))];
}

function isMigration(flag: Flag): boolean {
  return flag.kind === 'string' && flag.completes === 'migration';
}

function bashGroup(group: string, commands: readonly Command[]): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `));
  const cases = members.map(
    (member) => `      ${lastWord(member)}) words='${bashWords(member)}' ;;`,
  );
  return `    ${group}) case "\${COMP_WORDS[2]}" in
${cases.join('\n')}
      *) words='${[...members.map(lastWord), '--help'].join(' ')}' ;;
    esac ;;`;
}

function bashWords(command: Command): string {
  return [...(command.operand?.choices ?? []), ...allFlags(command).map(({ name }) => name)].join(
    ' ',
  );
}

function firstWords(commands: readonly Command[]): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
}

function lastWord({ name }: Command): string {
  return name.split(' ').at(-1) ?? '';
}

function fish(commands: readonly Command[]): string {
  const lines = ['complete -c migrator -f'];
  for (const { name, flag } of flagsOf(wizardFlags))
    lines.push(`complete -c migrator -n __fish_use_subcommand${fishFlag(name, flag)}`);
  for (const group of firstWords(commands).filter((word) => !isCommand(word, commands)))
    lines.push(`complete -c migrator -n __fish_use_subcommand -a ${group}`);
  for (const command of commands) {
    const words = command.name.split(' ');
    const [group] = words;
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
    const groups = groupsWith(command.name, commands);
    const others =
      groups.length === 0 ? [] : [`not __fish_seen_subcommand_from ${groups.join(' ')}`];
    const here = `-n '${[...seen, ...others].join('; and ')}'`;
    const before =
      words.length === 1
        ? '-n __fish_use_subcommand'
        : `-n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${membersOf(group, commands)}'`;
    lines.push(
      `complete -c migrator ${before} -a ${lastWord(command)} -d '${quoted(command.summary)}'`,
    );
    for (const choice of command.operand?.choices ?? [])
      lines.push(`complete -c migrator ${here} -a ${choice}`);
    for (const { name, flag } of allFlags(command))
      lines.push(`complete -c migrator ${here}${fishFlag(name, flag)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Groups of commands of which one has this name as well: `status` and `license status`. */
function groupsWith(name: string, commands: readonly Command[]): readonly string[] {
  return commands.flatMap((one) => {
    const [group = '', member] = one.name.split(' ');
    return member === name ? [group] : [];
  });
}

function isCommand(word: string, commands: readonly Command[]): boolean {
  return commands.some(({ name }) => name === word);
}

function membersOf(group: string | undefined, commands: readonly Command[]): string {
  return commands
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(lastWord)
    .join(' ');
}

function fishFlag(name: string, flag: Flag): string {
  const short = flag.short === undefined ? '' : ` -s ${flag.short}`;
  return ` -l ${name.slice(2)}${short}${fishValue(flag)} -d '${quoted(flag.summary)}'`;
}

function fishValue(flag: Flag): string {
  if (flag.kind === 'choice') return ` -x -a '${flag.choices.join(' ')}'`;
  if (flag.kind === 'string' && flag.completes === 'file') return fishFiles(flag.endings);
  if (flag.kind === 'string' && flag.completes === 'repository')
    return ` -x -a '(migrator completion repositories 2>/dev/null)'`;
  if (isMigration(flag)) return ` -x -k -a '(migrator completion migrations 2>/dev/null)'`;
  return 'value' in flag ? ' -x' : '';
}

function fishFiles(endings: readonly string[] = []): string {
  if (endings.length === 0) return ' -r -F';
  return ` -x -k -a '(${endings.map((one) => `__fish_complete_suffix ${one}`).join('; ')})'`;
}

function quoted(text: string): string {
  return text.replaceAll("'", "\\'");
}

const help: Flag = { kind: 'boolean', summary: 'Show the help of this command' };

function allFlags(command: Command): { name: string; flag: Flag }[] {
  return [...flagsOf(command.flags), { name: '--help', flag: help }];
}

function flagsOf(flags: Flags): { name: string; flag: Flag }[] {
  return Object.entries(flags).map(([key, flag]) => ({ name: flagName(key, flag), flag }));
}
