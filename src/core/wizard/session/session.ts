import type { Config } from '../../config/config-schema.ts';
import type { DeepScanResult } from '../../discovery/deep-scan/deep-scan.ts';
import type { ScanCost } from '../../discovery/deep-scan/scan-cost.ts';
import type { Discovered } from '../../discovery/discover.ts';
import type { Finding } from '../../doctor/finding.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { MigrationFlags } from '../../migration/choices/options.ts';
import type { UnfinishedMigration } from '../../migration/list-unfinished.ts';
import type { DryRun } from '../../migration/run/dry-run-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import type { UserMapCheck } from '../check-user-map.ts';
import type { TypedCredentials, Verified, VerifiedTarget } from '../credentials.ts';
import type { PlanLimit } from '../plan-limit.ts';

/** What the screens can ask for. Every call stops when its signal is aborted, and throws MigratorError alone. */
export interface WizardSession extends AsyncDisposable {
  /** The variables, with what migrator.yaml adds: which are there, not what they hold. */
  readonly environment: Variables;
  config(): Promise<Config>;
  /** From now on these stand in place of what the environment has. In memory alone. */
  setCredentials(typed: TypedCredentials): void;
  unfinished(): Promise<readonly UnfinishedMigration[]>;
  /** Everything that `doctor` checks; each finding is told as it is made. */
  diagnose(options: {
    onFinding: (finding: Finding) => void;
    signal: AbortSignal;
  }): Promise<readonly Finding[]>;
  verifySource(signal: AbortSignal): Promise<Verified & { workspaces: readonly string[] | null }>;
  verifyTarget(signal: AbortSignal): Promise<VerifiedTarget>;
  discover(options: { workspace: string; signal: AbortSignal }): Promise<Discovered>;
  /** Of the license that holds for both hosts. */
  planLimit(): Promise<PlanLimit>;
  /** What a deep scan has still to ask for; asks nothing itself. */
  deepScanCost(options: ScanScope): Promise<ScanCost>;
  deepScan(options: ScanScope & { signal: AbortSignal }): Promise<DeepScanResult>;
  checkUserMap(options: {
    path: string;
    people: readonly SeenPerson[];
    workspace: string;
    signal: AbortSignal;
  }): Promise<UserMapCheck>;
  dryRun(options: {
    plan: Plan;
    planText: string;
    flags: MigrationFlags & { readonly userMap?: string | undefined };
    /** Whether a request for each repository that was not scanned is worth it. */
    countsPullRequests: boolean;
    signal: AbortSignal;
  }): Promise<DryRun>;
  /** The first of `name.json`, `name-2.json` ... that is not there yet, in the folder of this session's files. */
  freePath(name: string, ending: string): Promise<string>;
  /** @throws `input-file` if it cannot be written */
  write(path: string, text: string): Promise<void>;
  readonly resolveTargetNames: ResolveTargetNames;
  /** The environment with these credentials, for the commands that run after the screens. */
  environmentInUse(): Variables;
}

/** The repositories of a deep scan. */
interface ScanScope {
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
}
