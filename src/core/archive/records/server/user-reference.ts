/** Somebody as an export of a Data Center names them. */
export interface ServerUser {
  readonly slug: string;
  readonly name: string;
  /** Empty in every export that was seen. */
  readonly email: string;
}

/**
 * `slug|Display Name||NORMAL`, with a bar in a part as `\|`. A backslash at the end of a part would make its separator part of the
 * name, and is left out. Pure.
 */
export function userReference({ slug, name, email }: ServerUser): string {
  return [slug, name, email]
    .map((part) => part.replace(/\\+$/, '').replaceAll('|', '\\|'))
    .concat('NORMAL')
    .join('|');
}

/** Reads what userReference() writes; `null` for anything else. Pure. */
export function parseUserReference(text: string): ServerUser | null {
  const parts = text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|'));
  const [slug = '', name = '', email = '', kind = ''] = parts;
  if (parts.length !== 4 || slug === '' || !/^[A-Z]+$/.test(kind)) return null;
  return { slug, name, email };
}
