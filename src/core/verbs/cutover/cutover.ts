import { remembered } from '../../kernel/async/remembered.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import type { Visibility } from '../../ports/records/repository.ts';
import type { MigrationContext } from '../../replica/context/migration-context.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { readBaseline } from '../../replica/recorded/migrated-baseline.ts';
import { removeMirrorOf } from '../../run/repositories/repository-context.ts';
import { checkCutover } from './check/check-cutover.ts';
import { isCutOver } from './check/start-over.ts';
import { importAgain, withNewTargets } from './import-again.ts';
import { lockContext } from './lock/lock-place.ts';
import { lockSource } from './lock/lock-source.ts';
import { lockAgain, requireLocked, requireNobodyNew } from './lock/require-locked.ts';
import { rolledBackProblem } from './rolled-back.ts';
import { type CutoverStep, cutoverSteps, nothingChanged } from './run/checklist.ts';
import type { CutoverCheck, CutoverRepository, CutoverRun } from './run/cutover-request.ts';
import { sourceOf } from './run/find-source.ts';
import {
  asRecorded,
  forEach,
  inPhase,
  type PhaseSummary,
  type PhaseWork,
  pendingIn,
  switchOn,
  withRecorded,
} from './run/in-phase.ts';
import { readLockedSince } from './run/locked-since.ts';
import { requireUnchanged } from './run/recorded-state.ts';
import { reportChecked, unreadSources } from './run/report-checked.ts';
import { announce } from './steps/announce.ts';
import { applySettings } from './steps/apply-settings.ts';
import { cutoverContext } from './steps/migration-context.ts';
import { openTarget } from './steps/open-target.ts';
import { readUnread } from './steps/read-unread.ts';
import { syncUntilEqual } from './steps/sync-until-equal.ts';
import { verifyTargets } from './steps/verify-targets.ts';

export type CutoverOutcome =
  /** Nothing was written: this machine, the license or a host is not ready. */
  | { readonly kind: 'refused'; readonly problems: readonly MigratorError[] }
  /** Nothing was written: these problems have to be solved first, or it was a dry run. */
  | { readonly kind: 'checked'; readonly check: CutoverCheck }
  | {
      readonly kind: 'finished';
      readonly check: CutoverCheck;
      /** Duration of each step, in milliseconds. */
      readonly durations: Readonly<Record<CutoverStep, number>>;
      /** As the targets are now, by slug. */
      readonly visibilities: ReadonlyMap<string, Visibility>;
      /** Comments that were written on the sources; `null`: none were wanted. */
      readonly notes: number | null;
      /** From the first lock until all targets were open, in milliseconds; `null`: nothing had to be locked. */
      readonly lockedMilliseconds: number | null;
    };

/**
 * Switches from the sources to the targets: lock and prove, last sync until both sides are equal, settings, verify, open. Each
 * step of each repository is journaled: after a kill the next run continues there.
 * @throws MigratorError where a step fails; what is done stays done, and the sources stay locked
 */
export async function cutover(
  run: CutoverRun,
  { dryRun }: { readonly dryRun: boolean },
): Promise<CutoverOutcome> {
  await requireMarkerKey(run.services, run.migration);
  run.onProgress?.({ type: 'begun', phase: 'check' });
  const away = await rolledBackProblem(run);
  if (away !== null) return { kind: 'refused', problems: [away] };
  const checked = await checkCutover(run);
  if ('refused' in checked) return { kind: 'refused', problems: checked.refused };
  const check = checked;
  reportChecked(run, check);
  if (dryRun || check.problems.length > 0) return { kind: 'checked', check };
  const isOver = isCutOver(check) && !run.announce;
  if (!isOver) await run.confirm(check);
  const unread = unreadSources(run, check);
  run.onProgress?.({ type: 'begun', phase: unread.length > 0 ? 'reread' : 'lock' });
  const begun = await begin(run, check);
  await switchOn(run, begun);
  await readUnread(run, unread);
  const { durations, repositories } = await work(run, check, begun);
  if (run.announce) run.onProgress?.({ type: 'begun', phase: 'announce' });
  const visibilities = await visibilitiesOf(run, repositories);
  const since = await readLockedSince(run, repositories);
  const lockedMilliseconds = since === null ? null : run.services.clock.now() - since;
  const finished = {
    kind: 'finished',
    check,
    durations,
    visibilities,
    lockedMilliseconds,
  } as const;
  if (!run.announce) return { ...finished, notes: null };
  const written = await announce(run, check.lock, repositories);
  run.onProgress?.({ type: 'ended', phase: 'announce' });
  const notes = [...written.values()].reduce((sum, one) => sum + one, 0);
  return { ...finished, notes };
}

/** Forgets the steps of repositories that start over, once it is clear that all are as they were checked. */
async function begin(
  run: CutoverRun,
  { repositories, startOver }: CutoverCheck,
): Promise<readonly CutoverRepository[]> {
  // A target that was open may have been rolled back.
  await requireUnchanged(run, repositories, run.signal);
  const unopened = pendingIn('open', repositories);
  const begun = await forEach(run, unopened, async (one) => {
    const isAgain = startOver.has(one.planned.source);
    if (isAgain) await one.records.forgetObjects('cutover', cutoverSteps);
    return asRecorded(run, one);
  });
  return withRecorded(repositories, begun);
}

async function visibilitiesOf(
  { services: { store }, migration }: CutoverRun,
  repositories: readonly CutoverRepository[],
): Promise<ReadonlyMap<string, Visibility>> {
  const visibilities = new Map<string, Visibility>();
  for (const { planned } of repositories) {
    const { settings } = await readBaseline(store, migration.id, planned.source);
    visibilities.set(planned.source, settings?.visibility ?? planned.visibility);
  }
  return visibilities;
}

async function work(
  run: CutoverRun,
  check: CutoverCheck,
  begun: readonly CutoverRepository[],
): Promise<{
  durations: Readonly<Record<CutoverStep, number>>;
  repositories: readonly CutoverRepository[];
}> {
  const { clock } = run.services;
  const durations = { lock: 0, sync: 0, settings: 0, verify: 0, open: 0 };
  const phases = phasesOf(run, check);
  let repositories = begun;
  for (const step of cutoverSteps) {
    const startedAt = clock.now();
    run.onProgress?.({ type: 'begun', phase: step });
    // Before a sync, too, which has a lease of its own.
    await requireUnchanged(run, pendingIn(step, repositories), run.signal);
    repositories = await phases[step](repositories);
    durations[step] = clock.now() - startedAt;
    run.onProgress?.({ type: 'ended', phase: step });
  }
  return { durations, repositories };
}

type Phase = (repositories: readonly CutoverRepository[]) => Promise<readonly CutoverRepository[]>;

function phasesOf(run: CutoverRun, check: CutoverCheck): Readonly<Record<CutoverStep, Phase>> {
  let context: (() => Promise<MigrationContext>) | null = null;
  const contextOf = (one: PhaseWork) => {
    context ??= remembered(() => cutoverContext(run, check, one)).get;
    return context();
  };
  return {
    lock: (all) => inPhase(run, 'lock', all, (one) => lockOne(run, check, one)),
    sync: (all) => syncAll(run, check, all),
    settings: (all) =>
      inPhase(run, 'settings', all, async (one) =>
        applySettings(await contextOf(one), {
          ...one,
          drain: run.drain,
          sourceRepository: await sourceOf(run, one),
        }),
      ),
    async verify(all) {
      const compared = await verifyTargets(run, pendingIn('verify', all));
      return inPhase(run, 'verify', all, async ({ planned }) => {
        const { items, losses } = compared.get(planned.source) ?? { items: 0, losses: 0 };
        const equal = `${count(items, 'item')} compared, all equal`;
        if (losses === 0) return equal;
        return { notable: `${equal} except for ${count(losses, 'loss', 'losses')} in the import` };
      });
    },
    open: (all) =>
      inPhase(run, 'open', all, async (one) => {
        const isAgain = check.opening.has(one.planned.source);
        const readLock = (isFirst: boolean) =>
          isAgain ? lockAgain(run, check, one) : requireLocked(run, check, one, { isFirst });
        const { gap, ...locked } = await readLock(true);
        const checkAgain = () => readLock(false);
        const opened = await openTarget(run, check, { ...one, ...locked, isAgain, checkAgain });
        const { summary } = opened;
        const notable = gap === null ? summary : `${summary}; copy the rest by hand: ${gap}`;
        await removeMirrorOf(
          { ...run.services, migration: run.migration.id },
          { id: one.sourceId },
        );
        return gap !== null || opened.isNotable ? { notable } : summary;
      }),
  };
}

/** Syncs until both sides are equal. A repository that is imported again gets a new target, so its lock is proved again. */
async function syncAll(
  run: CutoverRun,
  check: CutoverCheck,
  all: readonly CutoverRepository[],
): Promise<readonly CutoverRepository[]> {
  const again = new Set<string>();
  const rounds = await syncUntilEqual(run, pendingIn('sync', all), async (slugs) => {
    await importAgain(run, check, slugs);
    for (const slug of slugs) again.add(slug);
  });
  const now = again.size === 0 ? all : await withNewTargets(run, all, again);
  const isNew = ({ planned }: CutoverRepository) => again.has(planned.source);
  const locked = await inPhase(run, 'lock', now.filter(isNew), (one) => lockOne(run, check, one));
  const bySource = new Map(locked.map((one) => [one.planned.source, one]));
  const ready = now.map((one) => bySource.get(one.planned.source) ?? one);
  return inPhase(run, 'sync', ready, async ({ planned }) => {
    const changed = rounds.get(planned.source) ?? 0;
    if (changed === 0) return nothingChanged;
    if (again.has(planned.source)) return { notable: 'imported again' };
    return `in sync after ${count(changed, 'sync')}`;
  });
}

async function lockOne(
  run: CutoverRun,
  check: CutoverCheck,
  one: PhaseWork,
): Promise<PhaseSummary> {
  const { lock } = check;
  const locked = await lockSource(run, lock, one);
  if (locked === null) return { notable: 'archived, so nobody can push' };
  if (lock.letsExceptedThrough) {
    const { repository, signal } = lockContext(run, lock, one);
    requireNobodyNew(check, one, await lock.read({ ...repository, signal }));
  }
  const { parts, isProved } = locked;
  const added = parts === 0 ? 'already locked' : count(parts, 'restriction');
  if (isProved) return `${added}; a test push was refused`;
  return { notable: `${added}; has no commits, so not tested` };
}
