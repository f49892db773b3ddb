import { importsArchives } from '../../../choices/engine.ts';
import { isDamagedMirror } from '../../../git/errors/damaged-mirror.ts';
import type { Refs } from '../../../git/formats/refs.ts';
import type { RefUpdate } from '../../../git/push/update-remote-refs.ts';
import { requireLastWrite } from '../../../journal/require-last-write.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';
import { finishKeepingOpen } from '../../../replica/apply/closing/keep-open.ts';
import {
  mayHaveNewPipelines,
  reportImportedPipelines,
  reportPipelines,
} from '../../../replica/apply/data/report-pipelines.ts';
import { reportSecrets } from '../../../replica/apply/data/report-secrets.ts';
import { compareData, syncArchived, syncData } from '../../../replica/apply/data/sync-data.ts';
import {
  pauseRulesets,
  resumeAfterFailure,
  resumeRulesets,
} from '../../../replica/apply/settings/pausing/pause-rulesets.ts';
import { fetchStep } from '../../../replica/apply/steps/fetch.ts';
import { findChangedPullRequests } from '../../../replica/apply/synced-pull-requests/find-changed-pull-requests.ts';
import {
  beginPullRequests,
  type PullRequestsBegun,
} from '../../../replica/apply/synced-pull-requests/pull-request-steps.ts';
import {
  intend,
  intendMore,
  noteClosed,
  planFor,
} from '../../../replica/apply/synced-refs/sync-refs.ts';
import {
  appliesSettings,
  reportSettings,
  syncSettings,
} from '../../../replica/apply/synced-settings/sync-settings.ts';
import type { SyncContext } from '../../../replica/context/sync-context.ts';
import { inPhases, type RefPlan, refText } from '../../../replica/diff/refs/plan-refs.ts';
import {
  blockedBranches,
  outcomeOf,
  readSyncRecord,
  saveSyncRecord,
} from '../../../replica/recorded/sync-record.ts';
import { leaveMirror } from '../../../run/repositories/keep-mirror.ts';
import type { RepositoryResult } from '../../../run/repositories/repository-run.ts';
import { withinTime } from '../../../run/repositories/within-time.ts';
import { saveReadTimes } from '../reread/read-times.ts';
import { compareImported } from './compare-imported.ts';
import { enter, type Syncing, type SyncRepository } from './enter-sync-step.ts';
import { reportPrivateSource } from './report-private-source.ts';
import { syncContext } from './repository-context.ts';
import { lfsSteps, pushPhase } from './steps.ts';
import { requireTarget } from './target.ts';

/**
 * Syncs one repository: compares first, by requests that only read lists, and writes only what has changed.
 * @throws MigratorError; of code `interrupted` when the run was asked to stop
 */
export function syncRepository(run: SyncRepository): Promise<RepositoryResult> {
  return withinTime(run, async (activeTime) => {
    const repository = await syncContext({ ...run, signal: activeTime.signal });
    await reportRename(repository);
    await reportPrivateSource(repository);
    const readAt = run.context.clock.now();
    const syncing = { ...run, repository, activeTime };
    const read = importsArchives(repository.kept)
      ? await compareImported({ repository, asked: run, enter: (step) => enter(syncing, step) })
      : await syncAll(syncing);
    if (read.length > 0) await saveReadTimes(repository.records, read, readAt);
    if (run.includeSecrets) await reportSecrets(repository);
    if (run.settings !== null && !appliesSettings(run.settings, repository))
      await reportSettings(repository, run.settings);
    const { report, journal, records } = repository;
    const now = run.context.clock.now();
    const outcome = outcomeOf(report);
    await saveSyncRecord(records, {
      ...{ outcome, triedAt: now, lookedAt: readAt, slug: run.sourceRepository.slug },
      ...(outcome === 'synced' && report.outdated === undefined && { syncedAt: now }),
      blocked: blockedBranches(report),
    });
    return {
      refs: journal.current().refs.size,
      lfsObjects: report.lfsObjects,
      pullRequests: null,
      webUrl: null,
      sync: report,
    };
  });
}

async function reportRename({ records, planned, sourceRepository, report }: SyncContext) {
  const before = (await readSyncRecord(records))?.slug ?? planned.source;
  const { slug } = sourceRepository;
  if (slug === before) return;
  const reason = `renamed to ${slug} on Bitbucket; GitHub keeps the old name`;
  report.left.push({ kind: 'note', subject: before, reason });
}

/** @returns numbers of the pull requests that were read whole */
async function syncAll(run: Syncing): Promise<readonly number[]> {
  const { repository } = run;
  const { report, targetName, signal } = repository;
  await finishKeepingOpen(repository, (closed) => noteClosed(repository, closed));
  // An earlier sync may have been killed while they were off.
  await resumeRulesets(repository);
  await reportImportedPipelines(repository);
  const settings = appliesSettings(run.settings, repository) ? run.settings : null;
  const plan = await planFor(repository, repository.listed.source);
  const look = repository.wantsPullRequests ? await findChangedPullRequests(repository, run) : null;
  const data = await compareData(repository);
  const needsMirror =
    plan.updates.length > 0 || look?.hasChanged === true || (await mayHaveNewPipelines(repository));
  if (!needsMirror) {
    report.left.push(...plan.skipped);
    await keepIntentions(repository, plan);
    if (data?.hasChanged !== true && settings === null) return [];
  }
  const target = await requireTarget(repository, data);
  const changeData = async () => {
    if (data?.hasChanged === true) await syncData(repository, data);
  };
  if (needsMirror) {
    for (const ref of plan.postponed) repository.unpushable.add(ref);
    await withoutRulesets(run, () =>
      withMirror(run, async (refs) => {
        const begun =
          look === null ? null : await beginPullRequests((step) => enter(run, step), look);
        report.left.push(...(await syncRefs(run, refs, { begun, changeData })));
        await reportPipelines(repository, refs);
      }),
    );
  } else await changeData();
  if (settings?.changes)
    await syncSettings(repository, { ...settings, changes: settings.changes }, target);
  if (data !== null) await syncArchived(repository, data);
  await requireLastWrite(repository.target, { ...targetName, id: target.id, signal });
  return look === null ? [] : [...look.rows.keys()];
}

/** Where a push of an earlier sync was all there was to do, its end is known now. */
async function keepIntentions({ journal }: SyncContext, { baseline }: RefPlan): Promise<void> {
  const { refs, intended } = journal.current();
  const isSame =
    refs.size === baseline.size && [...refs].every(([ref, oid]) => baseline.get(ref) === oid);
  if (intended.size > 0 || !isSame) await journal.save({ refs: baseline, intended: new Map() });
}

/** @returns what stays as it is */
async function syncRefs(
  run: Syncing,
  refs: Refs,
  { begun, changeData }: { begun: PullRequestsBegun | null; changeData: () => Promise<void> },
): Promise<readonly SkippedChange[]> {
  const { repository } = run;
  const { defaultBranch } = repository.sourceRepository;
  const bases = begun?.bases ?? new Set<string>();
  const plan = await planFor(repository, refs);
  const phases = inPhases(plan.updates, { bases, defaultBranch });
  await intend(repository, plan);
  for (const step of lfsSteps) await enter(run, step);
  for (const updates of [phases.inTheWay, phases.first, phases.bases]) {
    if (updates.length > 0) await enter(run, pushPhase(updates));
  }
  if (begun !== null) {
    await enter(run, begun.finish);
    await pushFreed(run, refs, plan.postponed);
    await enter(run, begun.open);
  }
  // A default branch cannot be deleted.
  await changeData();
  const last = new Set([...plan.postponed, ...phases.deletions.map(({ ref }) => ref)]);
  if (last.size === 0) return plan.skipped;
  // Now that pull requests are closed that were open on them.
  const { updates, skipped } = await planFor(repository, refs);
  await pushMore(
    run,
    updates.filter(({ ref, to }) => to === null && last.has(ref)),
  );
  const subjects = new Set([...last].map(refText));
  return [
    ...plan.skipped.filter(({ subject }) => !subjects.has(subject)),
    ...skipped.filter(({ subject }) => subjects.has(subject)),
  ];
}

/** Pushes refs that pull requests were in the way of which have ended now: new ones may need them. */
async function pushFreed(run: Syncing, refs: Refs, postponed: RefPlan['postponed']): Promise<void> {
  if (postponed.size === 0) return;
  const { unpushable, sourceRepository } = run.repository;
  const now = await planFor(run.repository, refs);
  const { defaultBranch } = sourceRepository;
  const freed = now.updates.filter(({ ref }) => postponed.has(ref));
  const { inTheWay, first } = inPhases(freed, { bases: new Set(), defaultBranch });
  for (const updates of [inTheWay, first]) await pushMore(run, updates);
  unpushable.clear();
  for (const ref of now.postponed) unpushable.add(ref);
}

async function pushMore(run: Syncing, updates: readonly RefUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await intendMore(run.repository, updates);
  await enter(run, pushPhase(updates));
}

/** Rulesets of the migration, which people are held to, would refuse what the source has. No request where there are none. */
async function withoutRulesets(run: Syncing, write: () => Promise<void>): Promise<void> {
  const { repository } = run;
  await pauseRulesets({ ...repository, warn: () => {} });
  try {
    await write();
  } finally {
    // Also when the run is stopped.
    await resumeAfterFailure({ ...repository, signal: run.signal });
  }
}

/** Fetches the source; a local copy that turns out to be damaged is fetched once more. */
async function withMirror(run: Syncing, use: (refs: Refs) => Promise<void>): Promise<void> {
  const { repository } = run;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await enter(run, fetchStep);
      await use(await repository.readRefs());
      break;
    } catch (error) {
      if (attempt > 1 || !isDamagedMirror(error)) throw error;
      repository.warn('The local copy was missing or damaged; fetching again');
      await repository.forgetMirror();
    } finally {
      await repository.readAhead.drop();
    }
  }
  // One that was taken over would remove the other's mirror.
  await run.context.writer.checkLease();
  await leaveMirror(repository);
}
