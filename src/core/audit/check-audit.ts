import { isDeepStrictEqual } from 'node:util';
import { type ChainContent, type ChainEnd, followChain } from '../kernel/hash-chain.ts';
import { createWriteCounter } from './count-writes.ts';

export type AuditCheck =
  | {
      readonly outcome: 'whole';
      readonly migration: string;
      /** With the closing one. */
      readonly lines: number;
      readonly writes: number;
      /** The last line before the closing one. */
      readonly end: ChainEnd;
      /** When it was exported, in milliseconds since 1970. */
      readonly exportedAt: number;
    }
  | {
      readonly outcome: 'broken';
      /** The first line that does not fit, counted from 1. */
      readonly line: number;
      /** The rest of a sentence about it. */
      readonly reason: string;
    };

/** Tells whether a file is a whole record that nobody has changed, as far as the file alone can tell. */
export async function checkAudit(lines: AsyncIterable<string>): Promise<AuditCheck> {
  let end: ChainEnd | null = null;
  let before: ChainEnd | null = null;
  let closing: ChainContent | null = null;
  let migration = '';
  const counter = createWriteCounter();
  for await (const text of lines) {
    const number = (end?.line ?? 0) + 1;
    if (closing !== null) return broken(number, 'comes after the closing line');
    const followed = followChain(end, text);
    if (typeof followed === 'string') return broken(number, followed);
    const { content } = followed;
    if (end === null) {
      const begun = migrationIn(content);
      if (begun === null) return broken(1, 'is not the first line of an audit log');
      migration = begun;
    }
    if (content.type === 'end') closing = content;
    before = end;
    end = followed.end;
    counter.add(end.line, content);
  }
  const last = (end?.line ?? 0) + 1;
  if (closing === null || before === null || end === null)
    return broken(last, 'is missing: the end of the file was cut off');
  const exportedAt = Date.parse(String(closing.at));
  const { writes } = counter;
  const counts = { lines: before.line, writes, outcome_unknown: counter.unknown() };
  if (!holds(closing, counts) || Number.isNaN(exportedAt))
    return broken(end.line, 'does not match the number of lines before it');
  return { outcome: 'whole', migration, lines: end.line, writes, end: before, exportedAt };
}

function holds(content: ChainContent, expected: ChainContent): boolean {
  return Object.entries(expected).every(([key, value]) => isDeepStrictEqual(content[key], value));
}

function migrationIn({ type, format, migration }: ChainContent): string | null {
  return type === 'audit' && format === 1 && typeof migration === 'string' ? migration : null;
}

/**
 * Compares a whole file with the record that the state holds.
 * @returns how many lines the state has beyond those of the file; or what does not fit
 */
export async function compareWithState(
  file: Extract<AuditCheck, { outcome: 'whole' }>,
  recorded: AsyncIterable<string>,
): Promise<{ readonly newer: number } | Extract<AuditCheck, { outcome: 'broken' }>> {
  let end: ChainEnd | null = null;
  let newer = 0;
  for await (const text of recorded) {
    const followed = followChain(end, text);
    const number = (end?.line ?? 0) + 1;
    if (typeof followed === 'string') return broken(number, `of the state ${followed}`);
    end = followed.end;
    if (end.line < file.end.line) continue;
    if (end.line === file.end.line && end.hash !== file.end.hash)
      return broken(end.line, 'or an earlier line differs from the state');
    if (end.line === file.end.line) continue;
    // A closing line that somebody has moved up fits all lines before it.
    if (Date.parse(String(followed.content.at)) < file.exportedAt)
      return broken(end.line, 'is missing: the state recorded it before the export');
    newer += 1;
  }
  const has = end?.line ?? 0;
  // A record without a line begins with the export.
  if (has < file.end.line && !(has === 0 && file.writes === 0))
    return broken(has + 1, 'is not in the state');
  return { newer };
}

function broken(line: number, reason: string): Extract<AuditCheck, { outcome: 'broken' }> {
  return { outcome: 'broken', line, reason };
}
