import { withHold } from '../migration/migrated-baseline.ts';
import {
  type PullRequestRecord,
  toRecordText,
} from '../migration/pull-requests/write/pull-request-record.ts';
import type { RepositoryState, StepName } from '../ports/records/migration.ts';
import type { MigrationWriter } from '../ports/store.ts';
import type { Mend } from './difference.ts';
import type { KnownPullRequest, KnownRepository } from './known-repository.ts';

/**
 * Makes the state of one repository say what is missing, so that the migration's own steps bring it again: what is gone is
 * forgotten, what was changed is noted, and the steps are open again. Nothing is asked of any host.
 */
export async function markForRepair(options: {
  writer: MigrationWriter;
  known: KnownRepository;
  mends: readonly Mend[];
}): Promise<void> {
  const { writer, known, mends } = options;
  const { source } = known.state;
  await hold(writer, known);
  const gone = mends.flatMap((mend) =>
    mend.what === 'write' ? [`${mend.number}/${mend.key}`] : [],
  );
  await writer.forgetObjects(source, 'comment', gone);
  for (const pullRequest of known.pullRequests.values()) {
    const own = mends.filter((mend) => 'number' in mend && mend.number === pullRequest.source);
    if (own.length === 0) continue;
    const text = toRecordText(withMends(pullRequest, own));
    await writer.saveObjectData(source, 'pull-request', String(pullRequest.source), text);
  }
  for (const name of stepsOf(mends)) {
    await writer.saveStep(source, { name, status: 'pending', summary: null, data: null });
  }
  await writer.saveRepository(source, { status: 'pending', failure: null });
}

/** What was brought whole is brought as it was: what has come to the source since is no part of a repair. */
async function hold(writer: MigrationWriter, { state, brought }: KnownRepository): Promise<void> {
  const { refs } = brought;
  if (refs === null || !(isWhole(state) || refs.isHeld)) return;
  await writer.saveObjectData(state.source, 'refs', 'target', withHold(refs, true));
}

function isWhole({ status }: RepositoryState): boolean {
  return status === 'succeeded';
}

function withMends({ record }: KnownPullRequest, mends: readonly Mend[]): PullRequestRecord {
  const has = (what: Mend['what']) => mends.some((mend) => mend.what === what);
  return {
    ...record,
    isDone: false,
    mend: {
      texts: has('texts'),
      state: has('state'),
      branches: has('branches'),
      rewrites: mends.flatMap((mend) => (mend.what === 'rewrite' ? [mend.key] : [])),
    },
  };
}

const stepsByMend: Readonly<Record<Mend['what'], readonly StepName[]>> = {
  refs: ['push'],
  lfs: ['fetch-lfs', 'lfs'],
  settings: [],
  'own-branches': ['pull-requests'],
  texts: ['pull-requests'],
  state: ['pull-requests'],
  branches: ['pull-requests'],
  threads: ['pull-requests'],
  write: ['pull-requests'],
  rewrite: ['pull-requests'],
};

function stepsOf(mends: readonly Mend[]): ReadonlySet<StepName> {
  return new Set([...mends.flatMap(({ what }) => stepsByMend[what]), 'settings', 'verify']);
}
