import type { SourceLock } from '../../ports/source-lock.ts';
import { readApplied } from '../../replica/context/settings/applied-settings.ts';
import { appliedAccess } from './applied-access.ts';
import { findOpenTarget } from './check/find-open-target.ts';
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

/** Describes what the abort came to for one repository. */
export interface Aborted extends UnlockOutcome {
  readonly source: string;
  /** Its target is open, so its source stays locked: there must not be two live copies. */
  readonly isOpen: boolean;
  /** Its full name, where others have renamed or moved it since. Hostile. */
  readonly renamedTo: string | null;
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

const goneSince = 'it was deleted, or moved where this token cannot see it';

async function abortOne(
  run: CutoverRun,
  place: { readonly lock: SourceLock; readonly openedBy: OpenedElsewhere },
  one: PhaseWork,
): Promise<Aborted> {
  const { services, plan } = run;
  const { planned, records, done, signal } = one;
  const source = planned.source;
  const name = `${plan.target.organization}/${planned.target}`;
  const unnamed = { source, renamedTo: null, openedBy: null, stays: [] };
  if (done.has('open')) return { ...unnamed, ...nothing, isOpen: true };
  const found = await findOpenTarget(run, one, signal);
  if (found.state === 'open') {
    const isRenamed = found.fullName.toLowerCase() !== name.toLowerCase();
    const renamedTo = isRenamed ? found.fullName : null;
    return { ...unnamed, ...nothing, isOpen: true, renamedTo };
  }
  const staysLocked = (openedBy: string) => ({ ...unnamed, ...nothing, isOpen: true, openedBy });
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
  const applied = readApplied(await records.listObjects('settings'));
  return {
    ...{ ...unnamed, ...unlocked, isOpen: false },
    stays: [
      ...(found.state === 'gone' ? [`${name} was partly opened: ${goneSince}`] : []),
      ...(hasSettings ? appliedAccess(name, applied, services.target.hostname) : []),
    ],
  };
}
