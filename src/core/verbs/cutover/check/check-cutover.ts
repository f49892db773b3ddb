import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { MigratorError, toMigratorError } from '../../../kernel/errors.ts';
import type { Account } from '../../../ports/records/account.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import {
  findForeignObjects,
  foreignObjectsText,
} from '../../../replica/apply/closed-target/foreign-objects.ts';
import { isClosed, judgeClosure } from '../../../replica/apply/closed-target/judge-closure.ts';
import { numberedRows } from '../../../replica/apply/closed-target/numbered-rows.ts';
import { ownersOf, readClosure } from '../../../replica/apply/closed-target/read-closure.ts';
import {
  confirmByFlag,
  staysPrivateText,
} from '../../../replica/apply/publication/stays-private.ts';
import { storedOptions } from '../../../replica/context/stored-plan.ts';
import { findSyncRecord } from '../../../replica/recorded/sync-record.ts';
import { findSharedKeys, sharedKeyText } from '../../../settings/compare/shared-keys.ts';
import { planRereads, rereadCost } from '../../sync/reread/plan-rereads.ts';
import { readBefore } from '../lock/lock-records.ts';
import { type CutoverStep, isPending } from '../run/checklist.ts';
import type {
  CutoverCheck,
  CutoverPlace,
  CutoverRepository,
  CutoverRun,
} from '../run/cutover-request.ts';
import { type Excepted, mayStillPush, stillPush } from '../run/excepted-people.ts';
import { expectCutover } from '../run/expect-cutover.ts';
import { pendingIn } from '../run/in-phase.ts';
import { readLockedSince } from '../run/locked-since.ts';
import { cutoverRepositories } from '../run/repositories.ts';
import { checkMeans, checkRepository, checkTools } from './check-means.ts';
import { blocked, notFollowing, open } from './problems.ts';
import { readSources, type SourcesNow } from './read-sources.ts';
import { compareLockedSources } from './start-over.ts';
import { targetRequests } from './target-requests.ts';

const concurrency = 8;

/**
 * Checks whether the cut-over can begin and end: programs, license and hosts ready, all repositories migrated, sources that can be
 * locked, closed targets, nothing foreign. Nothing is written.
 * @returns `refused` where nothing else can be looked at
 * @throws MigratorError for what concerns all repositories
 */
export async function checkCutover(
  run: CutoverRun,
): Promise<CutoverCheck | { readonly refused: readonly MigratorError[] }> {
  const { services, migration, plan } = run;
  const { store, target, clock } = services;
  // Everything else would follow from it: open targets, settings that do not wait.
  if (plan.follow !== true) return { refused: [notFollowing(migration.id)] };
  const signal = AbortSignal.any([run.signal, run.drain]);
  const { repositories: all, problems } = await cutoverRepositories({ ...run, store });
  const lock = await connect(run, all, signal);
  const ready = await checkMeans(run, all);
  if ('problems' in ready) return { refused: [...ready.problems, ...problems] };
  const place = { lock, account: ready.account, owner: ready.owner };
  const sources = await readSources({ ...run, repositories: all, signal });
  const resumed = await compareLockedSources(run, { lock, sources, repositories: all, signal });
  const { repositories, startOver, opening } = resumed;
  const owners = await ownersOf({ target, owner: place.owner, signal });
  const startedAt = clock.now();
  const excepted = new Map<string, readonly Excepted[]>();
  const there = repositories.filter(({ planned }) => !sources.lost.has(planned.source));
  const found = await inParallel(there, { concurrency, signal }, async (one) => {
    try {
      const isArchived = sources.archived.has(one.planned.source);
      const unready = isPending('sync', one.done)
        ? await checkRepository(run, place, { ...one, isArchived, signal })
        : [];
      if (unready.length > 0) return { notes: [], problems: unready };
      const checked = await checkSources(run, { ...place, owners, startOver, signal }, one);
      if (checked.excepted.length > 0) excepted.set(one.planned.source, checked.excepted);
      return checked;
    } catch (thrown) {
      const error = toMigratorError(thrown);
      if (signal.aborted || error.code === 'interrupted' || error.retry === 'fatal') throw error;
      return { notes: [], problems: [error] };
    }
  });
  const checkMilliseconds = clock.now() - startedAt;
  const pending = there.filter(({ done }) => isPending('sync', done));
  const tools = await checkTools(run, { pending, sources: sources.found, signal });
  const rereads = await rereadsOf(run, repositories);
  return {
    ...{ ...place, repositories, startOver, opening, excepted, archived: sources.archived },
    notes: [
      ...resumed.notes,
      ...new Set(found.flatMap(({ notes }) => notes)),
      ...privateNotes(sources, services.source.hostname),
      ...keyNotes(run, repositories),
    ],
    problems: [
      ...problems,
      ...tools,
      ...sources.lost.values(),
      ...found.flatMap((one) => one.problems),
    ],
    rereads,
    lockedSince: await readLockedSince(run, repositories),
    expected: expectCutover({
      ...{ repositories: repositories.length, checkMilliseconds },
      ...{ source: services.source, budgets: await run.budgets() },
      ...{ unread: rereads.unread.requests, reread: rereads.last.requests },
      target: await targetRequests(run, repositories),
    }),
  };
}

function privateNotes({ keptPrivate }: SourcesNow, hostname: string): readonly string[] {
  if (keptPrivate.size === 0) return [];
  return [`${staysPrivateText([...keptPrivate], hostname)}. ${confirmByFlag}`];
}

/** Before the lock: GitHub would refuse these keys while nobody can push. */
function keyNotes(
  { plan, migration }: CutoverRun,
  all: readonly CutoverRepository[],
): readonly string[] {
  if (storedOptions(migration).apply_settings === 'none') return [];
  const waiting = new Set(pendingIn('settings', all).map(({ planned }) => planned.source));
  return findSharedKeys(plan)
    .filter(({ repositories }) => repositories.some((source) => waiting.has(source)))
    .map((one) => `${sharedKeyText(one)}, then sync with --include-settings`);
}

/** Counts what is left to read: a locked source was read before. */
async function rereadsOf(
  { services, migration, syncUnread, reread }: CutoverRun,
  all: readonly CutoverRepository[],
): Promise<CutoverCheck['rereads']> {
  const { store, source } = services;
  const placeOf = (step: CutoverStep) => ({
    ...{ store, source, migration: migration.id },
    repositories: all.filter(({ done }) => isPending(step, done)).map(({ planned }) => planned),
  });
  const unlocked = syncUnread === null ? { ...placeOf('lock'), repositories: [] } : placeOf('lock');
  return {
    unread: await planRereads(unlocked, { kind: 'unread' }),
    last: await rereadCost(placeOf('sync'), reread),
  };
}

async function connect(
  { services, plan, announce }: CutoverRun,
  repositories: readonly CutoverRepository[],
  signal: AbortSignal,
): Promise<SourceLock> {
  const { source } = services;
  const { workspace } = plan.source;
  const lock = services.lock();
  const asked = { workspace, repositories: repositories.map(({ planned }) => planned.source) };
  const [, locking] = await Promise.all([
    source.verifyCredentials({ ...asked, forPullRequests: true, signal }),
    lock.verifyCredentials({ ...asked, signal }),
  ]);
  if (announce) requireScopes(lock, locking);
  return lock;
}

/** Before anything is locked: what is missing would show only once the targets are open. @throws `permission` */
function requireScopes(
  { hostname, noteScopes }: SourceLock,
  { scopes }: Pick<Account, 'scopes'>,
): void {
  const missing = noteScopes.filter((scope) => scopes !== null && !scopes.includes(scope));
  if (missing.length === 0) return;
  throw new MigratorError(
    'permission',
    `The credentials for ${hostname} cannot comment on pull requests`,
    { hint: `--announce needs the scope ${missing.join(', ')}.` },
  );
}

type SourceCheck = CutoverPlace &
  Pick<CutoverCheck, 'startOver'> & {
    readonly owners: readonly string[];
    readonly signal: AbortSignal;
  };

async function checkSources(run: CutoverRun, at: SourceCheck, one: CutoverRepository) {
  const { services, migration, plan } = run;
  const { store, target } = services;
  const { source: slug, target: name } = one.planned;
  const list = store.listObjects.bind(store, migration.id, slug);
  const isLocked = one.done.has('lock');
  const rules = await at.lock.read({
    ...{ workspace: plan.source.workspace, slug, signal: at.signal },
  });
  const before = await readBefore({
    findObject: async (kind, id) =>
      (await list(kind, id)).find((row) => row.sourceId === id) ?? null,
  });
  // What ours restrict already must not count against them.
  if (!isLocked) at.lock.plan(before ?? rules);
  const { letsExceptedThrough } = at.lock;
  // As they are now: somebody may have been excepted since the lock, also from ours.
  const excepted = mayStillPush(rules);
  const isSecured = excepted.length === 0 || !letsExceptedThrough || run.excepted !== 'refuse';
  const isOpen = !isPending('open', one.done);
  const pushers = isSecured || isOpen ? [] : [stillPush(slug, excepted)];
  // From then on people are let in.
  if (!isPending('settings', one.done)) return { excepted, notes: [], problems: pushers };
  const facts = await readClosure({ ...at, target, name, withWriters: true });
  const hasGiven = at.startOver.has(slug) || (await list('cutover', 'settings')).length > 0;
  const reasons = judgeClosure(facts).map((reason) =>
    // The cut-over itself has given them access, or was ended while it did.
    reason.kind === 'writers' && hasGiven ? { ...reason, canBeClosed: false } : reason,
  );
  const foreign = await findForeignObjects({
    target,
    targetName: { owner: at.owner.login, name },
    made: await numberedRows(list),
    signal: at.signal,
  });
  const text = foreignObjectsText(facts.fullName, foreign);
  const unclosable = reasons.filter(({ canBeClosed }) => !canBeClosed);
  return {
    excepted,
    notes: [
      ...unclosable.map(({ message, remedy }) => `${message}. ${remedy}`),
      ...(text === null ? [] : [text]),
    ],
    problems: [
      ...pushers,
      ...(isClosed(reasons) ? [] : reasons.filter(({ canBeClosed }) => canBeClosed).map(open)),
      // Once it is locked, the last sync judges.
      ...(isLocked ? [] : ((await findSyncRecord(store, migration.id, slug))?.blocked ?? [])).map(
        (one) => blocked(migration.id, slug, one),
      ),
    ],
  };
}
