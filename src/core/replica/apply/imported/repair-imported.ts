import { namesText } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Reading } from '../../reading/reading.ts';
import { keepRecord, recordToRepair } from '../../recorded/pull-requests/keep-record.ts';
import { openArchiving } from '../archive/archiving.ts';
import { noAttachments } from '../archive/attachments-of.ts';
import { openDescriber } from '../archive/describe-archived.ts';
import { readingUntil } from '../pull-requests/begin.ts';
import { migratePullRequests } from '../pull-requests/migrate-pull-requests.ts';
import { readList } from '../steps/read-list.ts';
import { prepareImported } from './prepare-imported.ts';

/**
 * Repairs imported pull requests by requests: what the importer lost is written with a line that says whose it is, and what
 * others have changed since becomes what it was.
 */
export async function repairImported(context: RepositoryContext): Promise<void> {
  const rows = await context.records.listObjects('pull-request');
  const known = new Map(rows.map((row) => [Number(row.sourceId), row]));
  const broken = [...known].filter(([, row]) => recordToRepair(row) !== null);
  if (broken.length === 0) return;
  // What an earlier import has read may be edited since, and no list shows it.
  const reading = await readList(context, { maxAge: () => 0 });
  try {
    const there = new Set(reading?.snapshot.numbers);
    await settleGone(
      context,
      broken.filter(([number]) => !there.has(number)),
    );
    const numbers = broken.map(([number]) => number).filter((number) => there.has(number));
    if (reading !== null && numbers.length > 0)
      await repairListed(context, { known, numbers, reading });
  } finally {
    await reading?.snapshot.close();
  }
}

async function repairListed(
  context: RepositoryContext,
  options: {
    readonly known: Map<number, CreatedObject>;
    /** To be repaired. */
    readonly numbers: readonly number[];
    readonly reading: Reading;
  },
): Promise<void> {
  const { known, numbers, reading } = options;
  const { snapshot, cache, source } = reading;
  const repository = { ...context, source: { ...context.source, pullRequests: source } };
  const shared = await openArchiving(repository, {
    ...{ cache, attachments: () => noAttachments, numbers: [...known.keys()] },
  });
  const describer = openDescriber(context);
  const total = numbers.length;
  const progress = { total, unit: 'pull requests', what: 'repairing what was imported' } as const;
  await migratePullRequests({
    context: shared,
    prepare: (batch, signal) =>
      prepareImported(readingUntil(shared, signal), {
        ...{ snapshot, describer, known },
        numbers: batch.map(({ number }) => number),
      }),
    items: numbers
      .toSorted((one, other) => one - other)
      .map((number) => ({ number, isPlaceholder: false })),
    known,
    onDone: (done) => context.reportProgress({ ...progress, done }),
  });
}

/** Leaves alone what the source has deleted. */
async function settleGone(
  context: RepositoryContext,
  gone: readonly (readonly [number, CreatedObject])[],
): Promise<void> {
  if (gone.length === 0) return;
  for (const [, row] of gone) await keepRecord(context, row).save({ isDone: true, mend: null });
  const which = namesText(gone.map(([number]) => `#${number}`));
  context.warn(`Bitbucket no longer has ${which}: nothing was repaired there`);
}
