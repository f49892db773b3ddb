import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';

/**
 * The hidden last line of every body that we write. It identifies the subject by a digest, and is signed, so
 * that no source text can pose as something that we created.
 */
export interface Markers {
  /** @param subject what is unique about it: `pull-request 42`, `comment 42/1007 2` */
  mark(subject: string): string;
  /** Tells whether a body of the target ends with the marker of this subject, signed with our key. */
  bears(body: string, subject: string): boolean;
  /** The digest in a body's marker if it is one of ours; `null` otherwise. */
  digestOf(body: string): string | null;
  /** The digest in a body's marker if another key has signed it; `null` otherwise. */
  foreignDigestOf(body: string): string | null;
  digest(subject: string): string;
}

/** @param options.scope the source repository's identity, so that equal numbers of two repositories differ */
export function createMarkers(options: { key: Uint8Array; scope: string }): Markers {
  const { scope } = options;
  // Once, not for each body.
  const key = createSecretKey(options.key);
  const digest = (subject: string) => hash('sha256', `${scope}\n${subject}`).slice(0, 24);
  const signature = (op: string) => createHmac('sha256', key).update(op).digest('hex').slice(0, 12);

  function read(body: string): { op: string; isOurs: boolean } | null {
    const [, op, given] = markerAtTheEnd.exec(body) ?? [];
    if (op === undefined || given === undefined) return null;
    return { op, isOurs: timingSafeEqual(Buffer.from(given), Buffer.from(signature(op))) };
  }
  function digestOf(body: string): string | null {
    const found = read(body);
    return found?.isOurs === true ? found.op : null;
  }
  return {
    mark(subject) {
      const op = digest(subject);
      return `<!-- migrator:1 op=${op} sig=${signature(op)} -->`;
    },
    bears: (body, subject) => digestOf(body) === digest(subject),
    digest,
    digestOf,
    foreignDigestOf(body) {
      const found = read(body);
      return found === null || found.isOurs ? null : found.op;
    },
  };
}

/** Hosts may add or remove line breaks at the end of a body. */
const markerAtTheEnd = /<!-- migrator:1 op=([0-9a-f]{24}) sig=([0-9a-f]{12}) -->\s*$/;

/** How much a marker adds to a body, in characters. */
export const markerLength = '\n\n<!-- migrator:1 op= sig= -->'.length + 24 + 12;

/** Breaks everything in a source text that could pose as a marker of ours. */
export function withoutMarkers(text: string): string {
  return text.replace(/<!--(\s*migrator\s*:)/gi, '<!\u200b--$1');
}
