import { readApplied } from '../migration/settings/applied-settings.ts';
import type { SourceLock } from '../ports/source-lock.ts';
import type { TargetHost } from '../ports/target-host.ts';
import { appliedAccess } from './applied-access.ts';
import { cutoverSteps } from './checklist.ts';
import type { CutoverRun } from './cutover-request.ts';
import { forEach, type PhaseWork } from './in-phase.ts';
import { lockContext } from './lock/lock-place.ts';
import { type UnlockOutcome, unlockRepository } from './lock/unlock-repository.ts';
import { cutoverRepositories } from './repositories.ts';

/** What the abortion came to for one repository. */
export interface Aborted extends UnlockOutcome {
  readonly source: string;
  /** Its target is open, so its source stays locked: there must not be two live copies. */
  readonly isOpen: boolean;
  /** What cannot be undone. Sentences without a full stop. */
  readonly stays: readonly string[];
}

/**
 * Takes back what a cut-over has put on the sources, wherever it ended, and forgets its steps. Without effect where it put
 * nothing there. Targets that are open stay so, with their sources locked.
 */
export async function abortCutover(run: CutoverRun): Promise<readonly Aborted[]> {
  const { services, plan } = run;
  const { repositories } = await cutoverRepositories({ ...run, store: services.store });
  const lock = services.lock();
  const { workspace } = plan.source;
  const asked = { workspace, repositories: repositories.map(({ planned }) => planned.source) };
  // Git of a Data Center needs the user of the token.
  await Promise.all([
    lock.verifyCredentials({ ...asked, signal: run.signal }),
    services.source.verifyCredentials({ ...asked, signal: run.signal }),
  ]);
  return forEach(run, repositories, (one) => abortOne(run, lock, one));
}

async function abortOne(
  { services, plan }: CutoverRun,
  lock: SourceLock,
  { planned, records, done, signal }: PhaseWork,
): Promise<Aborted> {
  const source = planned.source;
  if (done.has('open') || (await mayBeOpen(services.target, { plan, planned, records, signal }))) {
    return { source, isOpen: true, removed: 0, changed: [], differences: [], stays: [] };
  }
  const repository = { workspace: plan.source.workspace, slug: source };
  const context = lockContext(services, { lock, repository, records, signal });
  const unlocked = await unlockRepository(context);
  const hasSettings =
    done.has('settings') || (await records.findObject('cutover', 'settings')) !== null;
  await records.forgetObjects('cutover', cutoverSteps);
  const name = `${plan.target.organization}/${planned.target}`;
  const applied = readApplied(await records.listObjects('settings'));
  return {
    ...{ source, isOpen: false, ...unlocked },
    stays: hasSettings ? appliedAccess(name, applied, services.target.hostname) : [],
  };
}

/** A cut-over that was killed while it opened the target: issues are switched on with all that opens it. */
async function mayBeOpen(
  target: Pick<TargetHost, 'closure'>,
  one: Pick<CutoverRun, 'plan'> & Pick<PhaseWork, 'planned' | 'records' | 'signal'>,
): Promise<boolean> {
  const { plan, planned, records, signal } = one;
  if ((await records.findObject('cutover', 'open')) === null) return false;
  const name = { owner: plan.target.organization, name: planned.target };
  return (await target.closure.read({ ...name, signal })).hasIssues;
}
