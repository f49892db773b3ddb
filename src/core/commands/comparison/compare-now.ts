import { newestCalibration } from '../../calibration/calibration-files.ts';
import { count } from '../../kernel/format/format.ts';
import { pairText } from '../../kernel/format/terminal-text.ts';
import { serviceHost } from '../../ports/credentials/host-service.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { newRun, type RunToLead } from '../../run/shared/lead-run.ts';
import { shareIfFree } from '../../run/shared/tasks/share-if-free.ts';
import { stateFolder } from '../../state/state-folder.ts';
import {
  countOf,
  type RepositoryFindings,
  type Verification,
} from '../../verbs/verify/findings/difference.ts';
import { missingOf } from '../../verbs/verify/findings/outcome.ts';
import type { RereadSource } from '../../verbs/verify/reread-source.ts';
import type { VerificationOptions } from '../../verbs/verify/verification-result.ts';
import { verifyMigration } from '../../verbs/verify/verify-migration.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { recordVerification, type VerificationRecord } from './record/record.ts';

/** A comparison of what was migrated with the target as it is now. */
export interface Comparison {
  readonly app: App;
  readonly program: CommandProgram;
  readonly services: VerificationServices;
  readonly migration: Migration;
  /** `null`: the source is not read again. */
  readonly reread: RereadSource | null;
  /** Slugs; all where it is left out. */
  readonly repositories?: ReadonlySet<string>;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onRepository: (findings: RepositoryFindings) => void;
  /** Follows it more closely. */
  readonly follower?: ComparisonFollower;
}

/** Hears how far a comparison is. */
interface ComparisonFollower {
  readonly begun: (sources: readonly string[]) => void;
  readonly entered: (source: string) => void;
  readonly ended: () => void;
}

/** Compares with all processes that join, unless somebody works on the migration. */
export function compareIfFree(comparison: Comparison): Promise<Verification> {
  const { services, migration } = comparison;
  const run = comparisonRun(comparison);
  return shareIfFree(services, { migration: migration.id, run }, (shared) =>
    compareNow(comparison, shared),
  );
}

export function comparisonRun({ reread }: Pick<Comparison, 'reread'>): SharedRun {
  const options: VerificationOptions = { rereads: reread !== null };
  return newRun('verify', options);
}

export async function compareNow(
  comparison: Comparison,
  leading: { readonly shared: RunToLead | null; readonly lost: AbortSignal } | null,
): Promise<Verification> {
  const { app, services, migration, reread, repositories, signal, follower } = comparison;
  await requireMarkerKey(services, migration);
  const signals = [signal, ...(leading === null ? [] : [leading.lost])];
  if (follower !== undefined) {
    const all = await services.store.listRepositories(migration.id);
    const sources = all.map(({ source }) => source);
    follower.begun(sources.filter((source) => repositories?.has(source) !== false));
  }
  const result = await verifyMigration({
    ...services,
    migration,
    markerKey: await services.loadMarkerKey(),
    reread,
    ...(repositories !== undefined && { repositories }),
    shared: leading?.shared ?? null,
    signal: AbortSignal.any(signals),
    requests: app.requests,
    ...(follower !== undefined && { onBegin: follower.entered }),
    onRepository: comparison.onRepository,
  });
  follower?.ended();
  return result;
}

/** The verification as it is filed. Redacted before it is sealed: its page is written without a redacting output. */
export async function recordOf(
  given: Verification,
  { app, program, services, migration }: Omit<Comparison, 'reread' | 'signal' | 'onRepository'>,
): Promise<VerificationRecord> {
  const host = services.target.hostname;
  const found = await newestCalibration({ stateFolder: stateFolder(program), host });
  const hosts = given.requests.hosts.map((one) => ({
    ...one,
    ...serviceHost(one.host, app.variables),
  }));
  const named = { ...given, requests: { ...given.requests, hosts } };
  return recordVerification(program.redactor.data(named), {
    calibration: found === null ? null : program.redactor.data(found),
    version: program.version,
    accepted: storedPlan(migration).accept ?? [],
    pages: app.sourcePages(migration.source),
  });
}

/** Tells whether a repository is not on the target, so that there was nothing to compare. Pure. */
export function isMissing(findings: RepositoryFindings): boolean {
  return findings.compared === 0 && missingOf([findings]) > 0;
}

/** Says what a repository came to: `120 items compared, 120 equal`. Hostile. Pure. */
export function comparedText(findings: RepositoryFindings): string {
  if (findings.unverified !== null) return `not verified: ${findings.unverified.message}`;
  if (isMissing(findings)) return 'not migrated yet';
  if (findings.rolledBack === true) return 'rolled back';
  const { compared: all, equal, defects } = countOf(findings);
  const bad = defects === 0 ? '' : `, ${count(defects, 'defect')}`;
  return `${count(all, 'item')} compared, ${equal.toLocaleString('en-US')} equal${bad}`;
}

/** The same as a line: `equal    web  120 items`. Pure. */
export function repositoryLine(findings: RepositoryFindings): string {
  const name = pairText(findings);
  const { unverified } = findings;
  // The result says why, once for all.
  if (unverified !== null) return `failed   ${name}  not verified`;
  const { compared, defects } = countOf(findings);
  if (isMissing(findings)) return `missing  ${name}  not migrated yet`;
  if (findings.status === 'skipped') return `skipped  ${name}`;
  if (findings.rolledBack === true) return `skipped  ${name}  rolled back`;
  if (compared === 0) return `skipped  ${name}  nothing to compare`;
  const items = count(compared, 'item');
  if (defects === 0) return `equal    ${name}  ${items}`;
  return `differs  ${name}  ${items}, ${count(defects, 'defect')}`;
}
