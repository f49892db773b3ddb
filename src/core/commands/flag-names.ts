import type { Flag, Flags } from './flag.ts';

/** `skipExisting` as it is written on the command line: `--skip-existing`; what is on by default: `--no-color`. */
export function flagName(key: string, flag: Flag): string {
  const dashed = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return flag.kind === 'switch-off' ? `--no-${dashed}` : `--${dashed}`;
}

/** What stands behind the flag: `<file>`, `slug|name`; empty for flags that take no value. */
export function flagValue(flag: Flag): string {
  if (flag.kind === 'choice') return flag.choices.join('|');
  return 'value' in flag ? `<${flag.value}>` : '';
}

export function flagNames(flags: Flags): string[] {
  return Object.entries(flags).map(([key, flag]) => flagName(key, flag));
}
