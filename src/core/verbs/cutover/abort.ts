import type { SourceLock } from '../../ports/source-lock.ts';
import { readApplied } from '../../replica/context/settings/applied-settings.ts';
import { appliedAccess } from './applied-access.ts';
import { mayBeOpen } from './check/may-be-open.ts';
import { unlockSource } from './lock/lock-source.ts';
import {
  mustBeUnopened,
  type OpenedElsewhere,
  OpenedMeanwhile,
  openedElsewhere,
} from './lock/opened-elsewhere.ts';
import { nothing, type UnlockOutcome } from './lock/unlock-repository.ts';
import { cutoverSteps } from './run/checklist.ts';
import type { CutoverRun } from './run/cutover-request.ts';
import { forEach, type PhaseWork, switchOn } from './run/in-phase.ts';
import { lockedRepositories } from './run/repositories.ts';

/** Describes what the abortion came to for one repository. */
export interface Aborted extends UnlockOutcome {
  readonly source: string;
  /** Its target is open, so its source stays locked: there must not be two live copies. */
  readonly isOpen: boolean;
  /** Another migration whose target of this source is open; `null`: there is none, or this one's is open. */
  readonly openedBy: string | null;
  /** Changes that cannot be undone. Sentences without a full stop. */
  readonly stays: readonly string[];
}

/**
 * Takes back what a cut-over has put on the sources, wherever it ended, and forgets its steps. Without effect where it put
 * nothing there. Targets that are open stay so, with their sources locked.
 */
export async function abortCutover(run: CutoverRun): Promise<readonly Aborted[]> {
  const { services, plan } = run;
  const repositories = await lockedRepositories({ ...run, store: services.store });
  const lock = services.lock();
  const { workspace } = plan.source;
  const asked = { workspace, repositories: repositories.map(({ planned }) => planned.source) };
  // Git of a Data Center needs the user of the token.
  await Promise.all([
    lock.verifyCredentials({ ...asked, signal: run.signal }),
    services.source.verifyCredentials({ ...asked, signal: run.signal }),
  ]);
  await switchOn(run, repositories);
  const openedBy = await openedElsewhere(services.store, run.migration);
  return forEach(run, repositories, (one) => abortOne(run, { lock, openedBy }, one));
}

async function abortOne(
  run: CutoverRun,
  place: { readonly lock: SourceLock; readonly openedBy: OpenedElsewhere },
  one: PhaseWork,
): Promise<Aborted> {
  const { services, plan } = run;
  const { planned, records, done, signal } = one;
  const source = planned.source;
  if (done.has('open') || (await mayBeOpen(run, one, signal))) {
    return { source, isOpen: true, openedBy: null, ...nothing, stays: [] };
  }
  const staysLocked = (openedBy: string) =>
    ({ source, isOpen: true, openedBy, ...nothing, stays: [] }) as const;
  const openedBy = await place.openedBy(one);
  if (openedBy !== null) return staysLocked(openedBy);
  let unlocked: UnlockOutcome;
  try {
    const requireUnopened = () => mustBeUnopened(place.openedBy, one);
    unlocked = await unlockSource(run, place.lock, { ...one, requireUnopened });
  } catch (error) {
    if (error instanceof OpenedMeanwhile) return staysLocked(error.by);
    throw error;
  }
  const hasSettings =
    done.has('settings') || (await records.findObject('cutover', 'settings')) !== null;
  await records.forgetObjects('cutover', cutoverSteps);
  const name = `${plan.target.organization}/${planned.target}`;
  const applied = readApplied(await records.listObjects('settings'));
  return {
    ...{ source, isOpen: false, openedBy: null, ...unlocked },
    stays: hasSettings ? appliedAccess(name, applied, services.target.hostname) : [],
  };
}
