import type { Clock } from '../../kernel/clock.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import type { Emit } from '../../ports/records/events.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type {
  SecretLevel,
  SecretName,
  SecretNames,
  SecretSource,
  SourceEnvironment,
} from '../../ports/secret-source.ts';
import {
  progressInterval,
  type Scan,
  scanEach,
  scanFailure,
  throwIfDraining,
} from '../scan-each.ts';
import { createScanLevels, type RefusedLevel, type ScanLevels } from '../scan-levels.ts';
import type { ScanRecords } from '../scan-records.ts';
import type { SecretRecord } from './secret-records.ts';

export interface SecretScan extends Scan {
  readonly secrets: SecretSource;
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
  readonly records: ScanRecords<SecretRecord>;
  readonly clock: Clock;
  readonly emit: Emit;
}

export interface SecretScanResult {
  /** By slug. */
  readonly names: ReadonlyMap<string, SecretNames>;
  /** Levels for which permission is missing. */
  readonly refused: readonly RefusedLevel<SecretLevel>[];
  /** By slug. */
  readonly failed: ReadonlyMap<string, MigratorError>;
}

interface Work extends SecretScan {
  readonly scans: readonly RepositoryScan[];
  /** By the repository's identity. */
  readonly byId: ReadonlyMap<string, RepositoryScan>;
  readonly levels: ScanLevels<SecretLevel>;
  readonly shared: { names: readonly SecretName[] | null };
  reportedAt: number;
}

/** Describes what is known of one repository so far. */
interface RepositoryScan {
  readonly repository: SourceRepository;
  names: readonly SecretName[] | null;
  environments: readonly SourceEnvironment[] | null;
  /** By the environment's identity. */
  readonly deployments: Map<string, readonly SecretName[]>;
}

/**
 * Reads the names of all variables: one request for the workspace, two for each repository and one for each of its
 * environments. Each list is recorded at once, so that an interrupted scan can be resumed.
 * @throws `interrupted`, and what concerns all repositories
 */
export async function scanSecrets(options: SecretScan): Promise<SecretScanResult> {
  const scans = options.repositories.map((repository): RepositoryScan => {
    return { repository, names: null, environments: null, deployments: new Map() };
  });
  const work: Work = {
    ...options,
    scans,
    byId: new Map(scans.map((scan) => [scan.repository.id, scan])),
    levels: createScanLevels(),
    shared: { names: null },
    reportedAt: options.clock.now(),
  };
  for (const record of await options.records.read()) learn(work, record);
  try {
    await scanAll(work);
  } catch (thrown) {
    const complete = scans.filter(isComplete).length;
    throw scanFailure(thrown, {
      message: `Stopped after reading the variables of ${complete} of ${scans.length} repositories`,
      hint: 'The names are saved: run the same command again within a day to continue.',
    });
  }
  const refused = work.levels.refused();
  const { failed } = work.levels;
  // Otherwise the next run requests only what is missing.
  if (refused.length === 0 && failed.size === 0) await options.records.clear();
  const names = scans.map(
    (scan) => [scan.repository.slug, namesOf(scan, work.shared.names)] as const,
  );
  return { names: new Map(names), refused, failed };
}

async function scanAll(work: Work): Promise<void> {
  const { secrets, workspace, signal, scans, levels, shared } = work;
  const keep = async (record: SecretRecord) => {
    await work.records.add(record);
    learn(work, record);
  };
  reportPlan(work, 'at-least');
  if (shared.names === null) {
    throwIfDraining(work);
    await levels.attempt('workspace', '', async () =>
      keep({ kind: 'workspace', names: [...(await secrets.workspace({ workspace, signal }))] }),
    );
  }
  // Environments first: then the number of remaining requests is known.
  await forEach(work, scans, async (scan, signal) => {
    const ask = { workspace, signal };
    if (scan.environments !== null) return;
    const { id, slug } = scan.repository;
    await levels.attempt('deployment', slug, async () => {
      const environments = [...(await secrets.environments({ ...ask, slug }))];
      await keep({ kind: 'environments', id, environments });
    });
  });
  reportPlan(work, 'exact');
  await forEach(work, scans, async (scan, signal) => {
    const ask = { workspace, signal };
    const { id, slug } = scan.repository;
    if (scan.names === null) {
      await levels.attempt('repository', slug, async () => {
        const names = [...(await secrets.repository({ ...ask, slug }))];
        await keep({ kind: 'repository', id, names });
      });
    }
    for (const environment of scan.environments ?? []) {
      if (scan.deployments.has(environment.id)) continue;
      throwIfDraining(work);
      await levels.attempt('deployment', slug, async () => {
        const names = [...(await secrets.deployment({ ...ask, slug, environment }))];
        await keep({ kind: 'deployment', id, environment: environment.id, names });
      });
    }
  });
  reportProgress(work);
}

async function forEach(
  work: Work,
  scans: readonly RepositoryScan[],
  act: (scan: RepositoryScan, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await scanEach(scans, work, async (scan, signal) => {
    if (work.levels.failed.has(scan.repository.slug)) return;
    await act(scan, signal);
    if (work.clock.now() - work.reportedAt >= progressInterval) reportProgress(work);
  });
}

function learn(work: Work, record: SecretRecord): void {
  if (record.kind === 'workspace') {
    work.shared.names = record.names;
    return;
  }
  const scan = work.byId.get(record.id);
  if (scan === undefined) return;
  if (record.kind === 'repository') scan.names = record.names;
  else if (record.kind === 'environments') scan.environments = record.environments;
  else scan.deployments.set(record.environment, record.names);
}

function isComplete({ names, environments, deployments }: RepositoryScan): boolean {
  return names !== null && environments !== null && environments.length <= deployments.size;
}

/** Environments of the same name are merged. */
function namesOf(scan: RepositoryScan, workspace: readonly SecretName[] | null): SecretNames {
  const deployments = new Map<string, readonly SecretName[]>();
  let areRead = scan.environments !== null;
  for (const { id, name } of scan.environments ?? []) {
    const names = scan.deployments.get(id);
    if (names === undefined) areRead = false;
    const all = [...(deployments.get(name) ?? []), ...(names ?? [])];
    deployments.set(name, [...new Map(all.map((one) => [one.name, one])).values()]);
  }
  const unread: SecretLevel[] = [
    ...(scan.names === null ? (['repository'] as const) : []),
    ...(workspace === null ? (['workspace'] as const) : []),
    ...(areRead ? [] : (['deployment'] as const)),
  ];
  return { repository: scan.names ?? [], workspace: workspace ?? [], deployments, unread };
}

function reportPlan(work: Work, accuracy: 'exact' | 'at-least'): void {
  const { scans, shared, emit } = work;
  const open = scans.filter((scan) => !isComplete(scan));
  if (accuracy === 'exact' && open.length === 0) return;
  let requests = shared.names === null && accuracy === 'at-least' ? 1 : 0;
  for (const { names, environments, deployments } of open) {
    if (names === null) requests += 1;
    requests += environments === null ? 1 : environments.length - deployments.size;
  }
  const known = scans.length - open.length;
  emit({ type: 'secret-look-planned', repositories: scans.length, known, requests, accuracy });
}

function reportProgress(work: Work): void {
  const { scans, shared, emit, clock } = work;
  work.reportedAt = clock.now();
  let names = shared.names?.length ?? 0;
  for (const scan of scans) {
    names += scan.names?.length ?? 0;
    for (const deployment of scan.deployments.values()) names += deployment.length;
  }
  const complete = scans.filter(isComplete).length;
  emit({ type: 'secret-look-progress', looked: complete, repositories: scans.length, names });
}
