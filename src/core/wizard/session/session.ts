import type { CalibrationStep } from '../../calibration/calibrate.ts';
import type { TrialStep } from '../../calibration/trial/importer-trial.ts';
import type { MigrationFlags } from '../../choices/options.ts';
import type { Config } from '../../config/config-schema.ts';
import type { DeepScanResult } from '../../discovery/deep-scan/deep-scan.ts';
import type { ScanCost } from '../../discovery/deep-scan/scan-cost.ts';
import type { Discovered } from '../../discovery/discover.ts';
import type { LargeFilesFound } from '../../discovery/large-files/find-large-files.ts';
import type { PipelinesFound } from '../../discovery/pipelines/find-pipelines.ts';
import type { SettingsFound } from '../../discovery/settings/find-settings.ts';
import type { Finding } from '../../doctor/findings/finding.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { ArchiveFormat } from '../../ports/target-importer.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import type { KnownMigration } from '../../replica/apply/guard/list-unfinished.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import type { UserMap } from '../../users/user-map.ts';
import type { TargetsReached } from '../../verbs/cutover/targets-reached.ts';
import type { DryRun } from '../../verbs/migrate/dry-run-plan.ts';
import type { Suggested } from '../../verbs/users/suggest/suggest-users.ts';
import type { UserMapCheck } from '../check-user-map.ts';
import type { SelectedCredentials, Verified, VerifiedTarget } from '../credentials.ts';
import type { PlanLimit } from '../plan-limit.ts';

/** Describes what the screens can do. Every call stops with its signal, and throws only MigratorError. */
export interface WizardSession extends AsyncDisposable {
  /** Only the names matter to the screens. */
  readonly environment: Variables;
  config(): Promise<Config>;
  /** Override the environment, in memory only. */
  setCredentials(selected: SelectedCredentials): void;
  /** Tells whether GitHub's command-line program is installed. */
  hasGh(): Promise<boolean>;
  /** The token that gh keeps for a GitHub: runs `gh auth token`, so ask first. */
  ghToken(options: { hostname: string; signal: AbortSignal }): Promise<string>;
  /** Migrations that something can be done with, the newest first. */
  migrations(): Promise<readonly KnownMigration[]>;
  /** How far the targets of one are. */
  targetsOf(migration: string): Promise<TargetsReached>;
  /** All checks of `doctor`. */
  diagnose(options: {
    onFinding: (finding: Finding) => void;
    signal: AbortSignal;
  }): Promise<readonly Finding[]>;
  verifySource(signal: AbortSignal): Promise<Verified & { workspaces: readonly string[] | null }>;
  verifyTarget(signal: AbortSignal): Promise<VerifiedTarget>;
  /**
   * Looks for the future owner of the repositories.
   * @throws `input-file` where none can have this name, `not-found`, or `permission` where the account may create none there
   */
  findOwner(options: { name: string; signal: AbortSignal }): Promise<TargetOwner>;
  discover(options: { workspace: string; signal: AbortSignal }): Promise<Discovered>;
  /** Of the license for both hosts. */
  planLimit(): Promise<PlanLimit>;
  /** The requests that a deep scan would send; sends none. */
  deepScanCost(options: ScanScope): Promise<ScanCost>;
  deepScan(options: ScanScope & { signal: AbortSignal }): Promise<DeepScanResult>;
  /** The requests that reading settings takes at least; sends none. */
  settingsCost(options: Pick<ScanScope, 'repositories'>): Promise<number>;
  /**
   * Asks the host once for the same repositories.
   * @param options.groupsFile names members of groups that the host does not list; empty: none
   * @throws `input-file` where that file is invalid
   */
  readSettings(
    options: ScanScope & { groupsFile: string; signal: AbortSignal },
  ): Promise<ReadSettings>;
  /** Asks the host once for the same repositories. */
  readPipelines(options: ScanScope & { signal: AbortSignal }): Promise<PipelinesFound>;
  /** Fetches each repository, and counts what a rewrite of its large files changes; the dry run then knows it. */
  findLargeFiles(options: ScanScope & { signal: AbortSignal }): Promise<LargeFilesFound>;
  /** @throws `input-file` where the file is invalid */
  readUserMap(path: string): Promise<UserMap>;
  checkUserMap(options: {
    path: string;
    people: readonly SeenPerson[];
    workspace: string;
    signal: AbortSignal;
  }): Promise<UserMapCheck>;
  /** Looks for accounts of people without a login in a user map. Changes nothing. */
  suggestUsers(options: {
    text: string;
    organization: string;
    signal: AbortSignal;
  }): Promise<Suggested>;
  dryRun(options: {
    plan: Plan;
    planText: string;
    flags: MigrationFlags;
    /** Sends a request for each repository that was not scanned. */
    countsPullRequests: boolean;
    signal: AbortSignal;
  }): Promise<DryRun>;
  /** Tells what nobody has tried lately of the target. @param options.format of the archives that are imported */
  findDue(options: {
    organization: string;
    format: ArchiveFormat | null;
    signal: AbortSignal;
  }): Promise<CalibrationDue>;
  /** Tries on scratch repositories what findDue() has found; stopped, it removes what it has made. */
  calibrate(options: {
    organization: string;
    format: ArchiveFormat | null;
    onStep: (step: CalibrationStep | TrialStep) => void;
    signal: AbortSignal;
  }): Promise<void>;
  /** The first free path of `name.json`, `name-2.json` ... in the session's folder. */
  freePath(name: string, ending: string): Promise<string>;
  /**
   * @param options.isPrivate only its owner may read it
   * @param options.replaces the person was told that an existing file is replaced
   * @throws `input-file` if it cannot be written
   */
  write(
    path: string,
    text: string,
    options?: { isPrivate?: boolean; replaces?: boolean },
  ): Promise<void>;
  readonly resolveTargetNames: ResolveTargetNames;
  /** The environment with the typed credentials, for the commands after the screens. */
  environmentInUse(): Variables;
}

/** Describes what a calibration would try. */
export interface CalibrationDue {
  /** True for the host itself: how it behaves. */
  readonly host: boolean;
  /** True for the importer: how much it keeps. */
  readonly importer: boolean;
}

export interface ReadSettings extends SettingsFound {
  /** Parts that could not be read, for people. */
  readonly notes: readonly string[];
}

/** The repositories of a scan. */
interface ScanScope {
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
}
