import type { Clock } from '../../kernel/clock.ts';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { Emit } from '../../ports/records/events.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import {
  type SettingsPart,
  type SourceSettings,
  settingsParts,
  type UnreadPart,
} from '../../ports/records/source-settings.ts';
import type { SettingsOfPart, SettingsSource } from '../../ports/settings-source.ts';
import { sourcePart } from '../../settings/kinds/kinds.ts';
import { scanEach, throwIfDraining } from '../scan-each.ts';
import { createScanLevels, type RefusedLevel, type ScanLevels } from '../scan-levels.ts';
import type { ScanRecords } from '../scan-records.ts';
import { readingRequests } from './reading-requests.ts';

/** One part that was read of one repository. */
interface SettingsRecord extends SettingsOfPart {
  /** Of the repository. */
  readonly id: string;
  readonly part: SettingsPart;
}

export interface SettingsScan {
  readonly source: SettingsSource;
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
  readonly records: ScanRecords<SettingsRecord>;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: end after the requests in flight. */
  readonly drain: AbortSignal;
}

export interface SettingsScanResult {
  /** By slug. */
  readonly settings: ReadonlyMap<string, SourceSettings>;
  /** Parts for which permission is missing. */
  readonly refused: readonly RefusedLevel<SettingsPart>[];
  /** By slug. */
  readonly failed: ReadonlyMap<string, MigratorError>;
}

/** Milliseconds between two lines of progress. */
const interval = 5000;

/** Describes what is known of one repository so far. */
interface RepositoryScan {
  readonly repository: SourceRepository;
  readonly parts: Map<SettingsPart, SettingsOfPart>;
}

interface Work extends SettingsScan {
  readonly scans: readonly RepositoryScan[];
  readonly levels: ScanLevels<SettingsPart>;
  reportedAt: number;
}

/**
 * Reads the settings of repositories part by part. Each part is recorded at once, so that an interrupted scan can be
 * resumed; one that is refused everywhere is not requested for every repository.
 * @throws `interrupted`, and what concerns all repositories
 */
export async function scanSettings(options: SettingsScan): Promise<SettingsScanResult> {
  const { repositories, records, clock, source } = options;
  const scans = repositories.map(
    (repository): RepositoryScan => ({ repository, parts: new Map() }),
  );
  const levels = createScanLevels<SettingsPart>();
  const work: Work = { ...options, scans, levels, reportedAt: clock.now() };
  const byId = new Map(scans.map((scan) => [scan.repository.id, scan]));
  for (const { id, part, ...read } of await records.read()) byId.get(id)?.parts.set(part, read);
  reportPlan(work);
  try {
    await scanEach(scans, work, (scan, signal) => scanRepository(work, scan, signal));
  } catch (thrown) {
    const error = toMigratorError(thrown);
    throw error.code === 'interrupted' ? interruptedScan(work, error) : error;
  }
  reportProgress(work);
  const refused = levels.refused();
  // Otherwise the next run requests only what is missing.
  if (refused.length === 0 && levels.failed.size === 0) await records.clear();
  const wanted = source.parts.map(({ part }) => part);
  const settings = scans.map((scan) => {
    const { slug } = scan.repository;
    return [slug, settingsOf(scan, { wanted, refused, failed: levels.failed.get(slug) })] as const;
  });
  return { settings: new Map(settings), refused, failed: levels.failed };
}

async function scanRepository(
  work: Work,
  scan: RepositoryScan,
  signal: AbortSignal,
): Promise<void> {
  const { source, workspace, levels, records, clock } = work;
  const { id, slug, defaultBranch, project } = scan.repository;
  const wanted = { workspace, slug, defaultBranch, project: project?.key ?? null, signal };
  for (const { part } of source.parts) {
    if (scan.parts.has(part) || levels.failed.has(slug)) continue;
    throwIfDraining(work);
    await levels.attempt(part, slug, async () => {
      const read = await source.read(part, wanted);
      await records.add({ id, part, ...read });
      scan.parts.set(part, read);
    });
  }
  if (clock.now() - work.reportedAt >= interval) reportProgress(work);
}

/** The parts together; hosts send some of a part with another. */
function settingsOf(
  { parts }: RepositoryScan,
  given: {
    wanted: readonly SettingsPart[];
    refused: readonly RefusedLevel<SettingsPart>[];
    failed: MigratorError | undefined;
  },
): SourceSettings {
  const all = [...parts.values()].map(({ settings }) => settings);
  const unread = given.wanted.flatMap((part): UnreadPart[] => {
    const read = parts.get(part);
    if (read !== undefined) return read.missing === null ? [] : [{ part, reason: read.missing }];
    const refusal = given.refused.find(({ level }) => level === part)?.error;
    const reason = (given.failed ?? refusal)?.message ?? '';
    return [{ part, reason }];
  });
  const joined = settingsParts.map((part) => [part, joinPart(part, all)]);
  return { ...(Object.fromEntries(joined) as Omit<SourceSettings, 'unread'>), unread };
}

/** Lists one after the other; of what is no list the first that there is. */
function joinPart(part: SettingsPart, all: readonly SettingsOfPart['settings'][]): unknown {
  const values = all.map(({ [part]: value }) => value ?? null).filter((value) => value !== null);
  const none = sourcePart(part).schema.parse(undefined);
  return Array.isArray(none) ? values.flat() : (values[0] ?? none);
}

const isComplete = ({ source }: Work, { parts }: RepositoryScan): boolean =>
  source.parts.every(({ part }) => parts.has(part));

/**
 * Reports the cost of the plan. Shared parts are requested again by a resumed scan: they were not recorded by
 * themselves.
 */
function reportPlan(work: Work): void {
  const { scans, source, emit } = work;
  const open = scans.filter((scan) => !isComplete(work, scan));
  const projects = new Set(open.map(({ repository }) => repository.project?.key ?? '')).size;
  const perRepository = source.parts.reduce((sum, { repository }) => sum + repository, 0);
  const requests = source.parts.reduce((sum, cost) => {
    const missing = open.filter(({ parts }) => !parts.has(cost.part)).length;
    return sum + readingRequests([cost], { repositories: missing, projects });
  }, 0);
  const known = scans.length - open.length;
  const repositories = scans.length;
  emit({ type: 'settings-scan-planned', repositories, known, requests, perRepository });
}

function reportProgress(work: Work): void {
  work.reportedAt = work.clock.now();
  const scanned = work.scans.filter((scan) => isComplete(work, scan)).length;
  work.emit({ type: 'settings-scan-progress', scanned, repositories: work.scans.length });
}

function interruptedScan(work: Work, cause: MigratorError): MigratorError {
  const scanned = work.scans.filter((scan) => isComplete(work, scan)).length;
  return new MigratorError(
    'interrupted',
    `Stopped after reading the settings of ${scanned} of ${work.scans.length} repositories`,
    {
      hint: 'They are saved: run the same command again within a day to continue.',
      retry: 'yes',
      cause,
    },
  );
}
