/** Tells whether a text is the full name of an object, in the small letters that git writes. Pure. */
export function isFullHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Tells whether a text is the name of an object, perhaps abbreviated; git takes no fewer than four digits. Pure. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{4,64}$/.test(text);
}

/** Stands for "no object" where git wants a name of the same length. Pure. */
export function nullHash(sample: string): string {
  return '0'.repeat(sample.length === 64 ? 64 : 40);
}

/** Tells whether it is what nullHash() gives. Pure. */
export function isNullHash(hash: string): boolean {
  return /^0+$/.test(hash);
}
