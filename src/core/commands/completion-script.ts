import type { Command, Flag } from './command.ts';
import { flagName } from './flag-names.ts';

/** A script for the shell that completes commands, their flags and the flags' values. Pure. */
export function completionScript(
  shell: 'bash' | 'zsh' | 'fish',
  commands: readonly Command[],
): string {
  if (shell === 'fish') return fish(commands);
  // zsh runs bash's completion functions once it is told to.
  const preamble =
    shell === 'zsh' ? '#compdef migrator\nautoload -U +X bashcompinit && bashcompinit\n' : '';
  return preamble + bash(commands);
}

function bash(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  const cases = commands.map((command) => {
    const words = [
      ...(command.operand?.choices ?? []),
      ...allFlags(command).map(({ name }) => name),
    ];
    return `    ${command.name}) words='${words.join(' ')}' ;;`;
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
    *) words='${names.join(' ')} --help --version' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o filenames -F _migrator migrator
`;
}

function fish(commands: readonly Command[]): string {
  const lines = ['complete -c migrator -f'];
  for (const command of commands) {
    const here = `-n '__fish_seen_subcommand_from ${command.name}'`;
    lines.push(
      `complete -c migrator -n __fish_use_subcommand -a ${command.name} -d '${quoted(command.summary)}'`,
    );
    for (const choice of command.operand?.choices ?? [])
      lines.push(`complete -c migrator ${here} -a ${choice}`);
    for (const { name, flag } of allFlags(command)) {
      const short = flag.short === undefined ? '' : ` -s ${flag.short}`;
      lines.push(
        `complete -c migrator ${here} -l ${name.slice(2)}${short}${fishValue(flag)} -d '${quoted(flag.summary)}'`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
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
  const declared = Object.entries(command.flags).map(([key, flag]) => ({
    name: flagName(key, flag),
    flag,
  }));
  return [...declared, { name: '--help', flag: help }];
}
