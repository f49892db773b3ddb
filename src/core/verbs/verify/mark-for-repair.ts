import { writtenRecords } from '../../journal/repository-records.ts';
import type { StepName } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { pinRefs } from '../../replica/recorded/migrated-baseline.ts';
import {
  type PullRequestRecord,
  toRecordText,
} from '../../replica/recorded/pull-requests/pull-request-record.ts';
import { findApplied } from '../../settings/kinds/kinds.ts';
import type { RepairAction } from './findings/difference.ts';
import type { KnownPullRequest, KnownRepository } from './findings/known-repository.ts';

/**
 * Records in the state of one repository what is missing, so that the migration's own steps create it again: missing
 * objects are forgotten, changed ones noted, and the steps are pending again. No request to any host.
 */
export async function markForRepair(options: {
  writer: MigrationWriter;
  known: KnownRepository;
  repairs: readonly RepairAction[];
}): Promise<void> {
  const { writer, known, repairs } = options;
  const { source } = known.state;
  await pin(writer, known);
  const gone = repairs.flatMap((repair) =>
    repair.what === 'write' ? [`${repair.number}/${repair.key}`] : [],
  );
  await writer.forgetObjects(source, 'comment', gone);
  for (const one of repairs.filter((repair) => repair.what === 'planned-setting')) {
    await letRewrite(writer, source, one);
  }
  for (const pullRequest of known.pullRequests.values()) {
    const own = repairs.filter(
      (repair) => 'number' in repair && repair.number === pullRequest.source,
    );
    if (own.length === 0) continue;
    const text = toRecordText(withRepairs(pullRequest, own));
    await writer.saveObjectData(source, 'pull-request', String(pullRequest.source), text);
  }
  for (const name of stepsOf(repairs)) {
    await writer.saveStep(source, { name, status: 'pending', summary: null, data: null });
  }
  await writer.saveRepository(source, { status: 'pending', failure: null });
}

/** Lets the kind note it; what has nothing to note is forgotten, and set again. */
async function letRewrite(
  writer: MigrationWriter,
  source: string,
  { id, found }: { readonly id: string; readonly found: string },
): Promise<void> {
  const [kind = ''] = id.split(' ', 1);
  const repair = findApplied(kind)?.repair;
  if (repair === undefined) await writer.forgetObjects(source, 'planned-setting', [id]);
  else await repair.mark(writtenRecords(writer, source), id, found);
}

/**
 * A complete repository is repaired to its baseline: what changed on the source since is no part of a repair. So is one whose
 * reset ended for what people have done on the target: it would end again, before anything is repaired.
 */
async function pin(writer: MigrationWriter, known: KnownRepository): Promise<void> {
  const { state, baseline } = known;
  const { refs } = baseline;
  const { failure } = state;
  const wouldEnd = failure?.retry === 'no' || failure?.code === 'verification';
  const isComplete = state.status === 'succeeded' || (known.wasMigrated && wouldEnd);
  if (refs === null || !(isComplete || refs.isPinned)) return;
  await pinRefs({ records: writtenRecords(writer, state.source) }, refs, true);
}

function withRepairs(
  { record }: KnownPullRequest,
  repairs: readonly RepairAction[],
): PullRequestRecord {
  const has = (what: RepairAction['what']) => repairs.some((repair) => repair.what === what);
  const rewrites = repairs.filter((repair) => repair.what === 'rewrite');
  const written = repairs.flatMap((repair) => (repair.what === 'write' ? [repair.key] : []));
  const isImported = record.archived !== '';
  return {
    ...record,
    isDone: false,
    ...(isImported && { restored: [...new Set([...record.restored, ...written])] }),
    mend: {
      texts: has('texts'),
      found: repairs.find((repair) => repair.what === 'texts')?.found ?? '',
      state: has('state'),
      branches: has('branches'),
      rewrites: rewrites.map(({ key }) => key),
      foundTexts: Object.fromEntries(rewrites.map(({ key, found }) => [key, found])),
    },
  };
}

/** Besides these and the steps of every repair, a mend is done by the step of pull requests. */
const stepsByRepair: Partial<Record<RepairAction['what'], readonly StepName[]>> = {
  refs: ['push'],
  lfs: ['fetch-lfs', 'lfs'],
  settings: [],
  'planned-setting': [],
};

function stepsOf(repairs: readonly RepairAction[]): ReadonlySet<StepName> {
  const own = repairs.flatMap(({ what }) => stepsByRepair[what] ?? ['pull-requests' as const]);
  return new Set([...own, 'settings', 'verify']);
}
