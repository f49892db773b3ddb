import { type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { SourceRepository, TargetRepository } from '../../ports/records/repository.ts';
import { missingCapabilities } from '../../ports/target-checkup.ts';
import { checkDiskSpace } from './check-disk-space.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkPrograms } from './check-programs.ts';
import { checkUsers } from './check-users.ts';
import { findPlannedSources } from './find-planned-sources.ts';
import { findPlannedTargets } from './find-planned-targets.ts';
import type { Preflight } from './preflight-questions.ts';
import { sideEffectNotes } from './side-effect-notes.ts';

export interface PreflightResult {
  readonly account: Account | null;
  readonly owner: TargetOwner | null;
  /** By slug. */
  readonly sources: ReadonlyMap<string, SourceRepository>;
  /** Targets that are there already and are to be left as they are, by slug. */
  readonly existing: ReadonlyMap<string, TargetRepository>;
  /** Targets that are there already and are to make room, by slug. */
  readonly replaced: ReadonlyMap<string, TargetRepository>;
  /** Everything that is wrong, found before anything is written. */
  readonly problems: readonly MigratorError[];
}

/** Asks all that the hosts and this machine can answer; nothing is written anywhere. */
export async function preflight(check: Preflight): Promise<PreflightResult> {
  const { services, signal } = check;
  services.emit({
    type: 'preflight-started',
    checks: ['state', 'programs', 'source', 'target', 'disk space'],
  });
  const problems: MigratorError[] = [];
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (thrown) {
      const error = toMigratorError(thrown);
      if (signal.aborted || error.code === 'interrupted') throw error;
      problems.push(error);
      return null;
    }
  }

  const [, , source, target] = await Promise.all([
    attempt(() => services.store.checkWritable()),
    attempt(() => checkPrograms(check)),
    attempt(() => checkSource(check)),
    attempt(() => checkTarget(check, attempt)),
  ]);
  if (source !== null) {
    problems.push(...source.problems);
    await attempt(() => checkDiskSpace({ ...check, sources: source.found }));
  }
  if (target?.targets) problems.push(...target.targets.problems);
  return {
    account: target?.account ?? null,
    owner: target?.owner ?? null,
    sources: source?.found ?? new Map(),
    existing: target?.targets?.existing ?? new Map(),
    replaced: target?.targets?.replaced ?? new Map(),
    problems,
  };
}

async function checkSource(check: Preflight) {
  const { source } = check.services;
  const { workspace, wantsPullRequests: forPullRequests, signal } = check;
  const repositories = check.repositories.map((one) => one.source);
  await source.verifyCredentials({ workspace, repositories, forPullRequests, signal });
  return findPlannedSources(check);
}

async function checkTarget(
  check: Preflight,
  attempt: <T>(work: () => Promise<T>) => Promise<T | null>,
) {
  const { signal, organization } = check;
  const { target } = check.services;
  const account = await target.verifyCredentials({ signal });
  const [owner] = await Promise.all([
    attempt(() => target.findOwner({ name: organization, account, signal })),
    attempt(() => checkUsers(check)),
  ]);
  if (owner === null) return { account, owner, targets: null };
  const [targets] = await Promise.all([
    findPlannedTargets({ ...check, owner }),
    attempt(() => tellOfNoise(check, owner)),
    tellOfLacks(check),
    attempt(async () => tellOfUsers(check)),
    attempt(() => tellOfNumbers(check, owner)),
  ]);
  return { account, owner, targets };
}

function tellOfUsers({ services, users, wantsPullRequests }: Preflight): void {
  if (!wantsPullRequests || users !== null) return;
  services.emit({
    type: 'preflight-note',
    message:
      'Without --user-map people are named as Bitbucket names them, and nobody is mentioned or asked for a review',
  });
}

async function tellOfNumbers(check: Preflight, owner: TargetOwner): Promise<void> {
  if (!check.wantsPullRequests) return;
  for (const message of await checkNumbers(check, owner)) {
    check.services.emit({ type: 'preflight-note', message });
  }
}

/** A host that limits nobody by itself is somebody's own server, of whatever version. */
async function tellOfLacks({ services, signal }: Preflight): Promise<void> {
  const { target } = services;
  if (target.limits.pushesPerMinute !== null) return;
  // Nothing depends on it: what cannot be asked is found out when it is needed.
  const checkup = await target.checkUp({ signal }).catch(() => null);
  for (const { message, remedy } of checkup === null ? [] : missingCapabilities(checkup)) {
    services.emit({ type: 'preflight-note', message: `${message}. ${remedy}` });
  }
}

/** Only where pull requests come: repositories alone set off little. */
async function tellOfNoise(check: Preflight, owner: TargetOwner): Promise<void> {
  const { services, signal, wantsPullRequests } = check;
  if (!wantsPullRequests) return;
  const noise = await services.target.findSideEffects({ owner, signal });
  for (const message of sideEffectNotes(noise, owner.login)) {
    services.emit({ type: 'preflight-note', message });
  }
}
