import { hash } from 'node:crypto';

/** What a text on the target is compared by: hosts may change its line ends and what stands after it. */
export function textDigest(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trimEnd();
  return hash('sha256', plain).slice(0, 16);
}
