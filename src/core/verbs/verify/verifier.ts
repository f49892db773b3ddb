import { listRemoteRefs } from '../../git/mirror/refs.ts';
import { type MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { hasLostUserMap } from './compare/lost-user-map.ts';
import type { RepositoryFindings } from './findings/difference.ts';
import { createFindingCollector, type FindingCollector } from './findings/finding-collector.ts';
import type { RereadSource } from './reread-source.ts';
import { settingsAudit } from './settings-audit.ts';
import { isOfHost, isOfOne, toUnverified } from './unverified.ts';
import type { Usage } from './usage.ts';
import { verifyRepository } from './verify-repository.ts';

export interface VerifierOptions
  extends Pick<
    VerificationServices,
    'target' | 'git' | 'store' | 'clock' | 'waitingClock' | 'settleMilliseconds' | 'reportWait'
  > {
  readonly migration: Migration;
  readonly markerKey: Uint8Array;
  /** `null`: the source is not asked. */
  readonly reread: RereadSource | null;
  readonly signal: AbortSignal;
}

/** Repositories at a time; more would not be faster, the host's rate limit decides. */
export const concurrency = 4;

/**
 * Compares one repository after the other in this process.
 * @param options.judgesHosts a host that cannot be reached is what a repository comes to; else it is thrown
 */
export function createVerifier(
  options: VerifierOptions & { readonly usage: Usage; readonly judgesHosts: boolean },
): (state: RepositoryState, signal: AbortSignal) => Promise<RepositoryFindings> {
  const { migration, git, usage, judgesHosts } = options;
  const hosts = hostWatch();
  const settings = settingsAudit(options);
  const { organization } = migration.target;
  const isMapLost = hasLostUserMap(migration);
  return async (state, signal) => {
    const before = hosts.cause();
    const collector = createFindingCollector();
    if (before !== null) return withoutVerdict(state, { error: before, collector });
    const listRefs = (access: GitAccess) => {
      usage.countRefList();
      return listRemoteRefs({ git, access, signal });
    };
    try {
      const one = { migration: migration.id, organization, state, collector, isMapLost };
      const how = { settings, listRefs, findsAllWork: false, signal };
      const found = await verifyRepository({ ...options, ...one, ...how });
      hosts.ended(null);
      return found;
    } catch (thrown) {
      const error = toMigratorError(thrown);
      // A repository that cannot be compared does not stop the others.
      const isOutcome = isOfOne(error) && (judgesHosts || !isOfHost(error));
      if (signal.aborted || !isOutcome) throw error;
      hosts.ended(error);
      return withoutVerdict(state, { error, collector });
    }
  };
}

/** After so many in a row that could not reach the host, the others are not tried: each takes as long as a host is waited for. */
const mostInARow = 2 * concurrency;

function hostWatch() {
  let inARow = 0;
  let last: MigratorError | null = null;
  return {
    /** Cause of the last failures, where that keeps the others from being compared. */
    cause: () => last,
    /** @param error `null`: it was compared */
    ended(error: MigratorError | null): void {
      inARow = error !== null && isOfHost(error) ? inARow + 1 : 0;
      // A fatal one was thrown after hours of waiting.
      if (error !== null && (inARow >= mostInARow || error.retry === 'fatal')) last = error;
    },
  };
}

/** Keeps what was found before the failure. */
function withoutVerdict(
  state: RepositoryState,
  { error, collector }: { error: MigratorError; collector: FindingCollector },
): RepositoryFindings {
  const { source, target, webUrl, status } = state;
  const unverified = toUnverified(error);
  return { source, target, webUrl, status, unverified, ...collector.result(), settings: [] };
}
