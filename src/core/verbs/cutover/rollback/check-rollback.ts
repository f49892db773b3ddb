import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { MigratorError, toMigratorError } from '../../../kernel/errors.ts';
import { isPaused } from '../../../replica/apply/settings/pausing/resume-paused.ts';
import { phaseOf } from '../../../replica/context/target-phase.ts';
import { wasMigrated } from '../../../replica/context/was-migrated.ts';
import { isOfOne } from '../../verify/unverified.ts';
import { type OpenedElsewhere, openedElsewhere } from '../lock/opened-elsewhere.ts';
import { readRecordedState } from '../run/recorded-state.ts';
import { expectRollback } from './expect-rollback.ts';
import { findWork } from './find-work.ts';
import { readJournal } from './journal.ts';
import { locate, whyGone } from './locate.ts';
import type {
  CheckedTarget,
  MigratedTarget,
  RollbackCheck,
  RollbackPlace,
  RollbackRun,
} from './rollback-request.ts';

const concurrency = 4;

type UncheckedTarget = Omit<CheckedTarget, 'state'>;

/**
 * Looks at every target before anything is written: what people have done there, and which repositories the owner has.
 * @throws MigratorError for what concerns all repositories
 */
export async function checkRollback(run: RollbackRun): Promise<RollbackCheck> {
  const { services } = run;
  const signal = AbortSignal.any([run.signal, run.drain]);
  const { migrated, unfinished } = await migratedTargets(run);
  const place = await connect(run, migrated, signal);
  const before = await services.target.closure.listRepositories({ owner: place.owner, signal });
  const openedBy = await openedElsewhere(services.store, run.migration);
  const { clock } = services;
  const sent = () => run.requests().get(services.target.hostname) ?? 0;
  const [startedAt, sentBefore] = [clock.now(), sent()];
  const checked = await inParallel(migrated, { concurrency, signal }, async (one) => ({
    ...one,
    state: await checkTarget(run, { ...place, openedBy }, { one, signal }),
  }));
  const ready = checked.filter(({ state }) => state.kind === 'ready');
  const expected = expectRollback({
    ...{ ready: ready.length, locked: ready.filter(({ isLocked }) => isLocked).length },
    compared: checked.filter(({ state }) => state.kind !== 'done').length,
    checkMilliseconds: clock.now() - startedAt,
    checkRequests: sent() - sentBefore,
    ...{ source: services.source, target: services.target, budgets: await run.budgets() },
  });
  return { ...place, repositories: [...checked, ...unfinished], before, expected };
}

async function connect(
  { services, plan, deletes }: RollbackRun,
  repositories: readonly MigratedTarget[],
  signal: AbortSignal,
): Promise<RollbackPlace> {
  const { source, target } = services;
  const { workspace } = plan.source;
  const lock = services.lock();
  const asked = { workspace, repositories: repositories.map(({ planned }) => planned.source) };
  // Git of a Data Center needs the user of the token.
  const [account] = await Promise.all([
    target.verifyCredentials({ signal }),
    source.verifyCredentials({ ...asked, signal }),
    lock.verifyCredentials({ ...asked, signal }),
  ]);
  // A fine-grained token does not say what it may do.
  if (deletes && account.scopes !== null && !account.scopes.includes('delete_repo')) {
    throw new MigratorError('permission', 'DST_TOKEN cannot delete repositories', {
      hint: '--delete needs the scope delete_repo. Without --delete, the repositories are kept under another name.',
    });
  }
  const owner = await target.findOwner({ name: plan.target.organization, account, signal });
  return { lock, owner, markerKey: await services.loadMarkerKey() };
}

async function migratedTargets(
  run: RollbackRun,
): Promise<{ migrated: readonly UncheckedTarget[]; unfinished: readonly CheckedTarget[] }> {
  const { services, migration, plan, repositories } = run;
  const states = await services.store.listRepositories(migration.id);
  const migrated: UncheckedTarget[] = [];
  const unfinished: CheckedTarget[] = [];
  for (const planned of plan.repositories) {
    if (repositories !== null && !repositories.has(planned.source)) continue;
    const state = states.find(({ source }) => source === planned.source);
    const isMigrated =
      state !== undefined && (await wasMigrated(services.store, migration.id, state));
    const of = { migration: migration.id, repository: planned.source, states };
    const recorded = await readRecordedState(services.store, of);
    const list = services.store.listObjects.bind(services.store, migration.id, planned.source);
    const [made] = await list('repository');
    // Nothing of it is ours.
    if (made === undefined || (state?.status === 'skipped' && !isMigrated)) continue;
    const { sourceId, targetId } = made;
    const done = new Set<never>();
    const [cutover, rollback] = [await list('cutover'), await list('rollback')];
    const isLocked = (await list('source-lock')).length > 0;
    const wasCutOver = isLocked || phaseOf({ cutover, rollback, targetId }) !== 'closed';
    const reached = { isLocked, wasCutOver };
    const one = { planned, sourceId, done, recorded, targetId: targetId ?? '', ...reached };
    if (isMigrated && targetId !== null) migrated.push(one);
    else {
      const reasons = [
        'its migration is incomplete, so migrator cannot tell which changes people made',
      ];
      unfinished.push({ ...one, state: { kind: 'left', reasons } });
    }
  }
  return { migrated, unfinished };
}

async function checkTarget(
  run: RollbackRun,
  place: RollbackPlace & { readonly openedBy: OpenedElsewhere },
  { one, signal }: { readonly one: MigratedTarget; readonly signal: AbortSignal },
): Promise<CheckedTarget['state']> {
  const { services, migration, deletes } = run;
  const rows = await services.store.listObjects(migration.id, one.planned.source, 'rollback');
  const journal = readJournal(rows, one.targetId);
  const isOver = journal.done.has('unlock') && (!deletes || journal.done.has('delete'));
  if (isOver) return { kind: 'done' };
  const openedBy = await place.openedBy(one);
  if (openedBy !== null) {
    const reasons = [
      `${openedBy} opened another GitHub repository for the same Bitbucket repository, which must stay locked. Roll that back first, or delete this repository by hand`,
    ];
    return { kind: 'left', reasons };
  }
  try {
    const at = { ...place, ...one, signal };
    const found = await locate(services.target, at, journal);
    if (found === null) {
      if (journal.begun.has('delete')) return { kind: 'ready', isBegun: true };
      return { kind: 'left', reasons: await whyGone(services.target, at, journal) };
    }
    const of = { migration: migration.id, repository: one.planned.source };
    const reasons = [
      ...((await isPaused(services.store, of)) ? [pausedText(migration.id)] : []),
      ...(await findWork({ services, migration, place, one, name: found.name, signal })),
    ];
    // What an earlier rollback has put aside gets its name back.
    const isAside = found.name !== one.planned.target && !journal.done.has('unlock');
    const isReady = reasons.length === 0 || isAside;
    return isReady ? { kind: 'ready', isBegun: journal.begun.size > 0 } : { kind: 'left', reasons };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || error.retry === 'fatal' || !isOfOne(error)) throw error;
    return { kind: 'left', reasons: [`it could not be checked: ${error.message}`] };
  }
}

/** Says what people who go on working there would miss. */
function pausedText(migration: string): string {
  return `Actions or rulesets have been off since a run stopped. Turn them on first, with: migrator settings --migration ${migration}`;
}
