/** A name without case, accents, signs and the order of its words: `Núñez, Ana` is `ana nunez`. Pure. */
export function nameKey(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

/** Tells whether a name says more than a first name or a nickname. Pure. */
export function isFullName(key: string): boolean {
  return key.includes(' ');
}

/**
 * The part of a managed account's login that the identity provider's name becomes: without what follows an at sign, and with
 * hyphens for signs that no login has. Pure.
 */
export function handleKey(name: string): string {
  const [local = ''] = name.trim().toLowerCase().replace(/^@/, '').split('@');
  return local.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** Tells whether a text can be an e-mail address. Pure. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/**
 * Short codes of the enterprises that manage accounts among these: of all logins only theirs have an underscore. The account that
 * sets an enterprise up has its short code in front. Pure.
 */
export function shortCodes(logins: readonly string[]): readonly string[] {
  const codes = logins.flatMap((login) => {
    const code = /_([a-z0-9]+)$/i.exec(login)?.[1]?.toLowerCase();
    return code === undefined || code === 'admin' ? [] : [code];
  });
  return [...new Set(codes)];
}
