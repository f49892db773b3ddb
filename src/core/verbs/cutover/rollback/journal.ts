import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import { finishStep, intend } from '../../../journal/intents.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { type RollbackStep, rollbackSteps } from './rollback-request.ts';

const asideSchema = z.object({
  name: z.string(),
  wasArchived: z.boolean(),
  /** Repository of others that a request has changed in place of ours, until that is undone. */
  other: z.string().nullish(),
});

/** Describes what the state holds of the rollback of one target. */
export interface RollbackJournal {
  /** The name that it was given, or was about to be given; `null`: not begun. */
  readonly aside: z.infer<typeof asideSchema> | null;
  readonly begun: ReadonlySet<RollbackStep>;
  readonly done: ReadonlySet<RollbackStep>;
}

type JournalRecords = Pick<
  RepositoryRecords,
  'recordIntents' | 'recordResult' | 'forgetObjects' | 'listObjects' | 'saveObjectData'
>;

const renamingSteps = ['aside', 'archive'] as const;

function rowOf(step: RollbackStep, targetId: string): string {
  return `${step} ${targetId}`;
}

/** Another target of the same source, from a later migration, has rows of its own. Pure. */
export function readJournal(rows: readonly CreatedObject[], targetId: string): RollbackJournal {
  const rowFor = (step: RollbackStep) =>
    rows.find(({ sourceId }) => sourceId === rowOf(step, targetId)) ?? null;
  return {
    aside: readData(asideSchema, rowFor('aside')),
    begun: new Set(rollbackSteps.filter((step) => rowFor(step) !== null)),
    done: new Set(rollbackSteps.filter((step) => rowFor(step)?.targetId)),
  };
}

/** Before the target is renamed: a kill must not hide under which name it is. */
export async function recordAside(
  records: JournalRecords,
  targetId: string,
  aside: z.infer<typeof asideSchema>,
): Promise<void> {
  await intend(records, 'rollback', new Map([[rowOf('aside', targetId), JSON.stringify(aside)]]));
}

/**
 * Keeps which repository was changed in place of ours, before that is undone.
 * @param other `null`: it is undone, so that nothing is known to have begun
 */
export async function recordOther(
  records: JournalRecords,
  targetId: string,
  other: string | null,
): Promise<void> {
  const journal = readJournal(await records.listObjects('rollback'), targetId);
  const data = JSON.stringify({ ...journal.aside, other });
  await records.saveObjectData('rollback', rowOf('aside', targetId), data);
  if (other !== null) return;
  const rows = unfinishedIn(journal).map((step) => rowOf(step, targetId));
  await records.forgetObjects('rollback', rows);
}

/** Steps whose request may have arrived at another repository without an answer. Pure. */
export function unfinishedIn({
  begun,
  done,
}: Pick<RollbackJournal, 'begun' | 'done'>): readonly RollbackStep[] {
  return renamingSteps.filter((step) => begun.has(step) && !done.has(step));
}

export async function recordBegun(
  records: JournalRecords,
  step: RollbackStep,
  targetId: string,
): Promise<void> {
  await intend(records, 'rollback', [rowOf(step, targetId)]);
}

export async function recordDone(
  records: JournalRecords,
  step: RollbackStep,
  targetId: string,
): Promise<void> {
  await finishStep(records, { kind: 'rollback', id: rowOf(step, targetId) });
}

/** The target is under its own name again, as it was. */
export async function forgetRollback(records: JournalRecords, targetId: string): Promise<void> {
  const rows = rollbackSteps.map((step) => rowOf(step, targetId));
  await records.forgetObjects('rollback', rows);
}
