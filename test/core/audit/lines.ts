import { exportAudit } from '../../../src/core/audit/export-audit.ts';
import {
  type ChainContent,
  type ChainEnd,
  chainLine,
} from '../../../src/core/kernel/hash-chain.ts';

const start = { type: 'audit', format: 1, migration: 'mig_000000000001', version: '1.0.0' };
export const exportedAt = '2026-11-23T12:00:00.000Z';

/** The lines that a state has of these contents. */
export function recordedOf(contents: readonly ChainContent[]): string[] {
  let end: ChainEnd | null = null;
  return [start, ...contents].map((content) => {
    const line = chainLine(end, { at: '2026-11-23T11:00:00.000Z', ...content });
    end = line.end;
    return line.text;
  });
}

export async function exportedOf(recorded: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const pieces = exportAudit({ recorded: each(recorded), start, at: exportedAt, onEnd: () => {} });
  for await (const piece of pieces) lines.push(piece.slice(0, -1));
  return lines;
}

export async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

export const sent = { type: 'sent', host: 'api.github.com', method: 'POST', path: '/a' };
export const answer = (of: number) => ({ type: 'answer', sent: of, status: 201 });
