import { type ChainContent, type ChainEnd, chainEndOf, chainLine } from '../kernel/hash-chain.ts';
import type { Store } from '../ports/store.ts';
import { createWriteCounter } from './count-writes.ts';

/** Describes what an exported record holds. */
export interface AuditSummary {
  /** With the closing one. */
  readonly lines: number;
  readonly writes: number;
  /** Numbers of the lines of writes whose outcome is unknown. */
  readonly unknown: readonly number[];
  /** Of the closing line, as SHA-256. */
  readonly hash: string;
}

const pageSize = 1000;

/** The lines of the record of a migration as the state holds them, oldest first. */
export async function* recordedLines(
  store: Pick<Store, 'listAudit'>,
  migration: string,
): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const page = await store.listAudit(migration, { after, limit: pageSize });
    for (const { text } of page) yield text;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.position;
  }
}

/**
 * The file of a record: its lines, and a closing one that counts them, so that a file that lacks its end is known by it.
 * @param options.start the first line of a record that has none yet
 * @param options.onEnd called with what it holds once all is written
 */
export async function* exportAudit(options: {
  readonly recorded: AsyncIterable<string>;
  readonly start: ChainContent;
  readonly at: string;
  readonly onEnd: (summary: AuditSummary) => void;
}): AsyncGenerator<string> {
  const counter = createWriteCounter();
  let end: ChainEnd | null = null;
  for await (const text of options.recorded) {
    end = chainEndOf(text) ?? end;
    if (end !== null) counter.add(end.line, JSON.parse(text) as ChainContent);
    yield `${text}\n`;
  }
  if (end === null) {
    const first = chainLine(null, options.start);
    end = first.end;
    yield `${first.text}\n`;
  }
  const { writes } = counter;
  const unknown = counter.unknown();
  const closing = chainLine(end, {
    ...{ type: 'end', at: options.at, lines: end.line, writes, outcome_unknown: unknown },
  });
  yield `${closing.text}\n`;
  options.onEnd({ lines: closing.end.line, writes, unknown, hash: closing.end.hash });
}
