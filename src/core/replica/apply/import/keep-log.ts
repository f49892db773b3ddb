import { count } from '../../../kernel/format/format.ts';
import type { ImportCause, ImportFinding } from '../../../ports/target-importer.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { importLog } from '../../recorded/imports/import-documents.ts';
import type { EndedImport } from './follow-import.ts';
import { importerOf } from './target-importer.ts';

type LogContext = Pick<
  RepositoryContext,
  'target' | 'records' | 'waitingClock' | 'signal' | 'warn'
>;

/** Milliseconds between looks for the log's address, which may come after the end. */
const pauses = [1000, 2000, 3000, 5000];
/** Lines that the state keeps: the end says most. */
const mostLines = 2000;

/** Keeps the importer's log, which the host deletes after a day, and warns of what it complains about. */
export async function keepLog(context: LogContext, ended: EndedImport): Promise<void> {
  const { records, signal, warn } = context;
  const log = await readLog(context, ended).catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    return null;
  });
  if (log === null) {
    warn('The importer provides no log: migrator compares everything to find what was lost');
    return;
  }
  const { lines, isCut, findings } = log;
  const kept = lines.slice(-mostLines);
  await importLog.save(records, { lines: kept, isCut: isCut || kept.length < lines.length });
  for (const message of complaints(findings)) warn(message);
}

async function readLog(context: LogContext, ended: EndedImport) {
  const url = await findLog(context, ended);
  return url === null ? null : importerOf(context).readLog({ url, signal: context.signal });
}

async function findLog(
  { target, waitingClock, signal }: LogContext,
  { id, logUrl }: EndedImport,
): Promise<string | null> {
  let url = logUrl;
  for (const pause of pauses) {
    if (url !== null) break;
    await waitingClock.sleep(pause, signal);
    url = (await importerOf({ target }).readImport({ id, signal })).logUrl;
  }
  return url;
}

/** One sentence for each cause, with an example. Hostile. Pure. */
function complaints(findings: readonly ImportFinding[]): readonly string[] {
  return [...Map.groupBy(findings, ({ cause }) => cause)].map(([cause, all]) => {
    const item = all.find((one) => one.item !== null)?.item;
    const example = item == null ? (all[0]?.text ?? '') : item;
    return `The importer reports ${count(all.length, ...causes[cause])}: ${example}`;
  });
}

const causes: Readonly<Record<ImportCause, readonly [one: string, many: string]>> = {
  'comment-without-thread': ['comment without a thread', 'comments without a thread'],
  'thread-without-commit': ['thread without its commit', 'threads without their commit'],
  'thread-without-body': ['thread without text', 'threads without text'],
  'thread-on-file': ['thread on a file', 'threads on a file'],
  'line-outside-diff': ['thread outside the diff', 'threads outside the diff'],
  'thread-invalid': ['invalid thread', 'invalid threads'],
  'review-empty': ['review without comments', 'reviews without comments'],
  'record-not-imported': ['record that was not imported', 'records that were not imported'],
  other: ['problem', 'problems'],
};
