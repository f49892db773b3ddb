import { createHash } from 'node:crypto';

/** Returns a short digest of a text that may hold a secret. Pure. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
