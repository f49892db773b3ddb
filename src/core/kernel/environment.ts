import { MigratorError } from './errors.ts';

/** Variables by name: the environment, with what a configuration file adds beneath it. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A variable's value; empty counts as not set. */
export function readVariable(variables: Variables, name: string): string | null {
  const value = variables[name];
  return value === undefined || value === '' ? null : value;
}

/**
 * A variable that holds a secret or a user name: one word. A line break at its end comes from a file that was read
 * whole, a blank from copying; sending either would be refused, or worse, break a header.
 * @throws `configuration`, without the value
 */
export function readWord(variables: Variables, name: string): string | null {
  const value = readVariable(variables, name);
  if (value === null) return null;
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  const what = /[\r\n]/.test(value)
    ? 'contains a line break'
    : /\s/.test(value)
      ? 'contains whitespace'
      : 'contains a character that is not allowed in credentials';
  throw new MigratorError('configuration', `${name} ${what}`, {
    hint: `Set ${name} to the bare value, without spaces or line breaks around or inside it.`,
  });
}

/** `a, b and c` */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
