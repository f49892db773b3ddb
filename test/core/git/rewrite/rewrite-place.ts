import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type RewrittenMirror,
  rewriteMirror,
} from '../../../../src/core/git/rewrite/rewritten-mirror.ts';
import { git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

export const limit = 1000;

/** A file that is one byte above the limit. */
export const large = (letter: string) => letter.repeat(limit + 1);

export interface RewritePlace extends LocalMirror {
  readonly copy: string;
  rewrite(): Promise<RewrittenMirror>;
  /** A file as a checkout with git-lfs has it. */
  checkedOut(commit: string, path: string): string;
}

export async function openRewritePlace(): Promise<RewritePlace> {
  const mirror = await openLocalMirror();
  const { directory, tool } = mirror;
  const copy = `${directory}.rewritten`;
  return {
    ...mirror,
    copy,
    rewrite: () => rewriteMirror({ git: tool, directory, into: copy, limit }),
    checkedOut(commit, path) {
      const content = git(copy, 'cat-file', 'blob', `${commit}:${path}`);
      const oid = /^oid sha256:(\w{64})$/m.exec(content)?.[1];
      return oid === undefined ? content : readFileSync(payload(copy, oid), 'latin1');
    },
  };
}

export function payload(copy: string, oid: string): string {
  return join(copy, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
}

/** Writes an object as it is. */
export function writeRaw(directory: string, type: string, raw: string): string {
  const path = join(directory, 'raw-object');
  writeFileSync(path, raw, 'latin1');
  return git(directory, 'hash-object', '-t', type, '-w', path).trim();
}
