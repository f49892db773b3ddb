import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { SourceRules } from '../../../ports/source-lock.ts';
import { cutoverSteps } from '../run/checklist.ts';
import type { CutoverCheck, CutoverRun } from '../run/cutover-request.ts';
import { mayStillPush, newlyExcepted, stillPush } from '../run/excepted-people.ts';
import { sourceOf } from '../run/find-source.ts';
import type { PhaseWork } from '../run/in-phase.ts';
import { refGap, ruleGap, syncedRefs } from './lock-gap.ts';
import { lockContext } from './lock-place.ts';
import { lockSource } from './lock-source.ts';
import { proveLocked } from './prove-lock.ts';

type Check = Pick<CutoverCheck, 'lock' | 'excepted' | 'archived'>;

/** A source as it was read last. */
export interface LockedSource {
  readonly sourceRepository: SourceRepository;
  /** Work that people have to take to the target themselves; `null`: none. */
  readonly gap: string | null;
  /** When its restrictions were read, in milliseconds since 1970. */
  readonly checkedAt: number;
}

/**
 * Looks at the lock once more before the target is opened: that it still stands, refuses a push, and that nothing was pushed
 * since the last sync.
 * @param isFirst nothing was sent to open the target yet: where the lock does not stand, the steps that this run has seen are
 * forgotten, and the next run begins with the lock. Where opening may have begun, the next run looks at the target first
 * @throws `refused`, also where people can push who were not accepted
 */
export async function requireLocked(
  run: CutoverRun,
  check: Check,
  one: PhaseWork,
  { isFirst }: { readonly isFirst: boolean },
): Promise<LockedSource> {
  const { rules, ...locked } = await readLocked(run, check, one).catch(async (error: unknown) => {
    const isForgotten = isFirst && !one.recorded.begun.has('open') && hasCode(error, 'refused');
    if (isForgotten) await one.records.forgetObjects('cutover', cutoverSteps);
    throw error;
  });
  requireNobodyNew(check, one, rules);
  return { ...locked, gap: null };
}

async function readLocked(run: CutoverRun, { lock, archived }: Check, one: PhaseWork) {
  const slug = one.planned.source;
  const isArchived = archived.has(slug) && (await sourceOf(run, one)).archived;
  const context = lockContext(run, lock, one);
  const { repository, listRefs, signal } = context;
  const readRules = async () => {
    const rules = isArchived ? null : await lock.read({ ...repository, signal });
    const lifted = ruleGap(lock, rules);
    if (lifted !== null) throw mayDiffer(slug, lifted);
    return rules;
  };
  if ((await readRules()) !== null) await proveLocked(context);
  const pushed = refGap(await syncedOf(run, slug), await listRefs());
  if (pushed !== null) throw mayDiffer(slug, pushed);
  // The proof takes a while, and somebody may be excepted meanwhile.
  const sourceRepository = await sourceOf(run, one);
  if (isArchived) requireArchived(slug, sourceRepository);
  const checkedAt = run.services.clock.now();
  return { rules: await readRules(), sourceRepository, checkedAt };
}

/**
 * Locks a source again whose target is open already, at least in part: nothing can be synced into that any more.
 * @throws `refused` where people can push who were not accepted
 */
export async function lockAgain(
  run: CutoverRun,
  check: Check,
  one: PhaseWork,
): Promise<LockedSource> {
  const { lock } = check;
  const slug = one.planned.source;
  const isArchived = (await lockSource(run, lock, one)) === null;
  const { repository, listRefs, signal } = lockContext(run, lock, one);
  const gap = refGap(await syncedOf(run, slug), await listRefs());
  const sourceRepository = await sourceOf(run, one);
  if (isArchived) requireArchived(slug, sourceRepository);
  const checkedAt = run.services.clock.now();
  const rules = isArchived ? null : await lock.read({ ...repository, signal });
  const lifted = ruleGap(lock, rules);
  if (lifted !== null) throw mayDiffer(slug, lifted);
  requireNobodyNew(check, one, rules);
  return { sourceRepository, gap, checkedAt };
}

/**
 * Compares who can push through the lock with those who were named before the lock: more may be excepted since.
 * @param rules as they are now; `null`: it is archived, and nobody can push
 * @throws `refused`, naming them
 */
export function requireNobodyNew(
  { lock, excepted }: Pick<Check, 'lock' | 'excepted'>,
  { planned: { source: slug } }: Pick<PhaseWork, 'planned'>,
  rules: SourceRules | null,
): void {
  if (!lock.letsExceptedThrough || rules === null) return;
  const others = newlyExcepted(mayStillPush(rules), excepted.get(slug) ?? []);
  if (others.length > 0) throw stillPush(slug, others);
}

function syncedOf({ services, migration }: CutoverRun, slug: string) {
  return syncedRefs(services.store, migration.id, slug);
}

/** Nothing else has kept people from pushing. */
function requireArchived(slug: string, { archived }: SourceRepository): void {
  if (!archived) throw mayDiffer(slug, 'it is no longer archived');
}

function mayDiffer(slug: string, gap: string): MigratorError {
  return new MigratorError('refused', `Not opened, because ${slug} may have changed: ${gap}`, {
    hint: 'Run the command again: it locks and syncs the repository again.',
  });
}
