import type { Clock } from '../clock.ts';
import { type MigratorError, toMigratorError } from '../errors.ts';
import type { GitTool } from '../git/git-tool.ts';
import { listRemoteRefs } from '../git/mirror.ts';
import type { TargetHost } from '../hosts/target-host.ts';
import { inParallel } from '../migration/in-parallel.ts';
import type { GitAccess } from '../model/git-access.ts';
import type { Migration, RepositoryState } from '../model/migration.ts';
import type { Store } from '../state/store.ts';
import { type RepositoryFindings, sumOf, type Verification } from './difference.ts';
import type { RereadSource } from './reread-source.ts';
import { type VerifyRepository, verifyRepository } from './verify-repository.ts';

export interface VerifyMigration {
  readonly migration: Migration;
  readonly target: TargetHost;
  readonly git: GitTool;
  readonly store: Store;
  readonly clock: Clock;
  readonly markerKey: Uint8Array;
  /** `null`: the source is not asked. */
  readonly reread: RereadSource | null;
  readonly signal: AbortSignal;
  /** Of requests so far, by host. */
  readonly requests: () => ReadonlyMap<string, number>;
  readonly onRepository: (findings: RepositoryFindings) => void;
}

/** Repositories at the same time; the host's pace decides in the end. */
const concurrency = 4;

/**
 * Compares all that a migration has brought with what the target has now. Writes nothing anywhere.
 * @throws MigratorError for what keeps it from all repositories alike
 */
export async function verifyMigration(options: VerifyMigration): Promise<Verification> {
  const { migration, store, target, reread } = options;
  const before = new Map(options.requests());
  const states = await store.listRepositories(migration.id);
  const found = new Map<string, RepositoryFindings>();
  let refLists = 0;
  const listRefs = (access: GitAccess) => {
    refLists += 1;
    return listRemoteRefs({ git: options.git, access, signal: options.signal });
  };
  await inParallel(states, { concurrency }, async (state) => {
    const findings = await verifyOne({ ...options, listRefs }, state);
    found.set(state.source, findings);
    options.onRepository(findings);
  });
  const repositories = states.flatMap(({ source }) => found.get(source) ?? []);
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

/** One that is closed to the credentials, or answers nonsense, does not keep the others from being compared. */
async function verifyOne(
  options: VerifyMigration & Pick<VerifyRepository, 'listRefs'>,
  state: RepositoryState,
): Promise<RepositoryFindings> {
  const { migration, signal } = options;
  try {
    const { organization } = migration.target;
    return await verifyRepository({ ...options, migration: migration.id, organization, state });
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || !isOfOne(error)) throw error;
    const { source, target, webUrl, status } = state;
    return {
      source,
      target,
      webUrl,
      status,
      compared: 1,
      equal: 0,
      notes: [],
      differences: [
        {
          verdict: 'defect',
          kind: 'repository',
          name: `${migration.target.organization}/${target}`,
          message: `could not be compared: ${error.message}`,
          url: webUrl,
          mend: null,
          advice: error.hint,
        },
      ],
    };
  }
}

function isOfOne({ code }: MigratorError): boolean {
  return ['permission', 'not-found', 'refused', 'bad-answer', 'input-file'].includes(code);
}
