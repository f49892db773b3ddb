import type { Config } from '../config/config-schema.ts';
import type { GitTool } from '../git/process/git-tool.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import type { FindLicense } from '../license/find-license.ts';
import type { BudgetView } from '../network/budgets.ts';
import type { Network } from '../network/tls-proxy/network.ts';
import type { Notice } from '../notices/notice.ts';
import type { PipelineRunner } from '../ports/pipeline-runner.ts';
import type { Migration } from '../ports/records/migration.ts';
import type { SourceHost, SourcePages } from '../ports/source-host.ts';
import type { TargetHost } from '../ports/target-host.ts';
import type {
  MigrationServices,
  StateServices,
  VerificationServices,
} from '../replica/context/migration-context.ts';
import type { EventSink } from '../report/event-sink.ts';
import type { OutputOptions, Theme } from '../report/reporter.ts';
import type { Vault } from '../vault/open-vault.ts';
import type { ComparisonView } from './live-view.ts';
import type { Phases } from './phase-view.ts';

export interface AppFlags {
  readonly json: boolean;
  readonly plain: boolean;
  readonly color: boolean;
  readonly theme?: Theme | undefined;
  readonly verbose: number;
  readonly config: string | undefined;
  /** Only of commands that run for long. */
  readonly metricsAddress?: string | undefined;
}

/**
 * Describes what the composition root provides; features get only what they use. Builds hosts on demand, because they
 * need credentials.
 */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly events: EventSink;
  readonly output: OutputOptions;
  /** @throws `credentials` or `configuration`, before any request */
  source(use?: { usesGit: boolean }): SourceHost;
  /** Pages of the source, without its credentials; `null` where its address is not set, or malformed. */
  sourcePages(source: Migration['source']): SourcePages | null;
  /** Writes to the source. @throws `credentials` or `configuration`, before any request */
  pipelines(): PipelineRunner;
  /** @throws `credentials` or `configuration`, before any request */
  target(): TargetHost;
  /** @throws `credentials` or `configuration`, before any request */
  vault(): Promise<Vault>;
  migrationServices(): Promise<MigrationServices>;
  /** The same without a source, so that its credentials are not needed. */
  verificationServices(): Promise<VerificationServices>;
  /** The state alone. */
  stateServices(): StateServices;
  /**
   * The license for all hosts of the command (names, with or without ports).
   * @throws `license` without a valid one
   */
  readonly license: FindLicense;
  /** git as a migration uses it, until the app is closed. */
  openGit(): Promise<GitTool>;
  readonly network: Network;
  /** The environment with the variables of migrator.yaml as defaults. */
  readonly variables: Variables;
  /** The hosts' budgets, as far as known. */
  budgets(): Promise<readonly BudgetView[]>;
  /** Requests sent so far, by host. */
  requests(): ReadonlyMap<string, number>;
  /** Ways in which answers of the source were other than expected, so far. */
  deviations(): number;
  /** Writes a line to standard error; nothing with --json. */
  say(line: string): void;
  /** Writes a line into the log of the full interface; nothing without one. */
  logLine(line: string): void;
  /** Shows a comparison in the full interface; nothing without one. */
  showComparison(comparison: ComparisonView | null): void;
  /** Tells those who look elsewhere, where a webhook is configured. */
  announce(notice: Notice): void;
  /** `null` where nobody can be asked. */
  readonly ask: Program['ask'];
  /** Phases of the command, in the full interface where there is one. */
  readonly phases: Phases;
  /** The full interface is open. */
  readonly isLive: boolean;
  /** Closes the full interface, if it is open. */
  endLive(): Promise<void>;
}
