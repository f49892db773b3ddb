import { hash } from 'node:crypto';

export type ChainContent = Readonly<Record<string, unknown>>;

/** The last line of a chain. */
export interface ChainEnd {
  /** Counted from 1. */
  readonly line: number;
  /** SHA-256 of its text, in hexadecimal digits. */
  readonly hash: string;
}

/**
 * A line of JSON that carries its number and the hash of the line before: none can be changed, removed, added or moved without
 * the next one telling. Pure.
 * @param last `null`: it is the first
 */
export function chainLine(
  last: ChainEnd | null,
  content: ChainContent,
): { readonly text: string; readonly end: ChainEnd } {
  const line = (last?.line ?? 0) + 1;
  const text = JSON.stringify({ line, previous: last?.hash ?? null, ...content });
  return { text, end: { line, hash: hashOf(text) } };
}

/**
 * Tells whether a line follows another.
 * @returns its end and what it holds; or why it does not fit, as the rest of a sentence. Pure.
 */
export function followChain(
  last: ChainEnd | null,
  text: string,
): { readonly end: ChainEnd; readonly content: ChainContent } | string {
  const content = parse(text);
  if (content === null) return 'is not a line of JSON';
  const { line, previous } = content;
  const expected = (last?.line ?? 0) + 1;
  if (line !== expected) {
    const found = typeof line === 'number' ? `has number ${line}` : 'has no number';
    return `${found}, not ${expected}: lines were removed, added or moved`;
  }
  if (previous !== (last?.hash ?? null)) {
    return last === null
      ? 'is not the first line'
      : `does not match line ${last.line}: one of the two was changed`;
  }
  return { end: { line: expected, hash: hashOf(text) }, content };
}

/** The end of a chain whose last line this is, unchecked; `null` if it cannot be one. Pure. */
export function chainEndOf(text: string): ChainEnd | null {
  const line = parse(text)?.line;
  return typeof line === 'number' && Number.isSafeInteger(line) && line > 0
    ? { line, hash: hashOf(text) }
    : null;
}

function parse(text: string): ChainContent | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as ChainContent) : null;
  } catch {
    return null;
  }
}

function hashOf(text: string): string {
  return hash('sha256', text);
}
