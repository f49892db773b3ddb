import { listRemoteRefs } from '../git/mirror/refs.ts';
import { inParallel } from '../kernel/async/in-parallel.ts';
import { type MigratorError, toMigratorError } from '../kernel/errors.ts';
import type { VerificationServices } from '../migration/migration-context.ts';
import type { Migration, RepositoryState } from '../ports/records/migration.ts';
import type { GitAccess } from '../ports/records/repository.ts';
import { type RepositoryFindings, sumOf, type Verification } from './difference.ts';
import { createFindingCollector, type FindingCollector } from './finding-collector.ts';
import type { RereadSource } from './reread-source.ts';
import { settingsAudit } from './settings-audit.ts';
import { isOfHost, isOfOne, toUnverified } from './unverified.ts';
import { type VerifyRepository, verifyRepository } from './verify-repository.ts';

export interface VerifyMigration
  extends Pick<
    VerificationServices,
    'target' | 'git' | 'store' | 'clock' | 'waitingClock' | 'settleMilliseconds' | 'reportWait'
  > {
  readonly migration: Migration;
  readonly markerKey: Uint8Array;
  /** `null`: the source is not asked. */
  readonly reread: RereadSource | null;
  /** Slugs; all where it is left out. */
  readonly repositories?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Of requests so far, by host. */
  readonly requests: () => ReadonlyMap<string, number>;
  readonly onRepository: (findings: RepositoryFindings) => void;
}

/** Repositories at a time; more would not be faster, the host's rate limit decides. */
const concurrency = 4;

/**
 * Compares everything that was migrated with the target as it is now. Writes nothing.
 * @throws MigratorError for what concerns all repositories
 */
export async function verifyMigration(options: VerifyMigration): Promise<Verification> {
  const { migration, store, target, reread } = options;
  const before = new Map(options.requests());
  const chosen = options.repositories;
  const states = (await store.listRepositories(migration.id)).filter(
    ({ source }) => chosen === undefined || chosen.has(source),
  );
  let refLists = 0;
  const listRefs = (access: GitAccess) => {
    refLists += 1;
    return listRemoteRefs({ git: options.git, access, signal: options.signal });
  };
  const hosts = hostWatch();
  const settings = settingsAudit(options);
  const repositories = await inParallel(states, { concurrency }, async (state) => {
    const findings = await verifyOne({ ...options, listRefs, hosts, settings }, state);
    options.onRepository(findings);
    return findings;
  });
  return {
    migration: migration.id,
    status: migration.status,
    source: migration.source,
    target: { host: target.webUrl, organization: migration.target.organization },
    at: new Date(options.clock.now()).toISOString(),
    hasRereadSource: reread !== null,
    counts: sumOf(repositories),
    repositories,
    requests: {
      hosts: [...options.requests()]
        .map(([host, all]) => ({ host, requests: all - (before.get(host) ?? 0) }))
        .filter(({ requests }) => requests > 0),
      refLists,
    },
  };
}

/** After so many in a row that could not reach the host, the others are not tried: each takes as long as a host is waited for. */
const mostInARow = 2 * concurrency;

function hostWatch() {
  let inARow = 0;
  let last: MigratorError | null = null;
  return {
    /** What the last ones failed with, where that keeps the others from being compared. */
    cause: () => last,
    /** @param error `null`: it was compared */
    ended(error: MigratorError | null): void {
      inARow = error !== null && isOfHost(error) ? inARow + 1 : 0;
      // A fatal one was thrown after hours of waiting.
      if (error !== null && (inARow >= mostInARow || error.retry === 'fatal')) last = error;
    },
  };
}

/** A repository that cannot be compared does not stop the others. */
async function verifyOne(
  options: VerifyMigration &
    Pick<VerifyRepository, 'listRefs' | 'settings'> & { hosts: ReturnType<typeof hostWatch> },
  state: RepositoryState,
): Promise<RepositoryFindings> {
  const { migration, signal, hosts } = options;
  const before = hosts.cause();
  const collector = createFindingCollector();
  if (before !== null) return withoutVerdict(state, { error: before, collector });
  try {
    const { organization } = migration.target;
    const one = { migration: migration.id, organization, state, collector };
    const found = await verifyRepository({ ...options, ...one });
    hosts.ended(null);
    return found;
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || !isOfOne(error)) throw error;
    hosts.ended(error);
    return withoutVerdict(state, { error, collector });
  }
}

/** What was found before the failure still counts. */
function withoutVerdict(
  state: RepositoryState,
  { error, collector }: { error: MigratorError; collector: FindingCollector },
): RepositoryFindings {
  const { source, target, webUrl, status } = state;
  const unverified = toUnverified(error);
  return { source, target, webUrl, status, unverified, ...collector.result(), settings: [] };
}
