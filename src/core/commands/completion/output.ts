import { type Flag, type Flags, flagName, flagNames } from '../../options/flag.ts';
import type { Command } from '../command.ts';
import { wizardFlags } from '../common-flags.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** A script that completes commands, flags and their values. Pure. */
export function completionScript(
  shell: 'bash' | 'zsh' | 'fish',
  commands: readonly Command[],
): string {
  if (shell === 'fish') return fish(commands);
  // zsh can run completion functions of bash.
  const preamble =
    shell === 'zsh' ? '#compdef migrator\nautoload -U +X bashcompinit && bashcompinit\n' : '';
  return preamble + bash(commands);
}

function bash(commands: readonly Command[]): string {
  const names = firstWords(commands);
  const cases = names.map((name) => {
    const single = commands.find((command) => command.name === name);
    return single === undefined
      ? bashGroup(name, commands)
      : `    ${name}) words='${bashWords(single)}' ;;`;
  });
  const values = new Map<string, string>();
  for (const { name, flag } of commands.flatMap(allFlags)) {
    if (flag.kind === 'choice')
      values.set(
        name,
        `COMPREPLY=($(compgen -W '${flag.choices.join(' ')}' -- "$current")); return`,
      );
    if (flag.kind === 'string' && flag.completes === 'file') {
      // One name a line: names may hold spaces.
      values.set(name, `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); return`);
    }
  }
  const valueCases = [...values].map(([name, action]) => `    ${name}) ${action} ;;`);
  return `_migrator() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  case "$previous" in
${valueCases.join('\n')}
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
    const here = `-n '${words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')}'`;
    const [group] = words;
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
  if (flag.kind === 'string' && flag.completes === 'file') return ' -r -F';
  return 'value' in flag ? ' -x' : '';
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
