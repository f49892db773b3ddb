import type { Diff } from '../../../src/core/git/diff/diff.ts';
import { DiffParser } from '../../../src/core/git/diff/diff-parser.ts';

/** A whole diff as git, or a source, writes it. Pure. */
export function parseDiff(text: string): Diff {
  const limits = { files: Infinity, lines: Infinity, bytes: Infinity };
  const parser = new DiffParser({ limits });
  for (const line of text.replace(/\n$/, '').split('\n')) parser.read(line);
  return parser.end();
}
