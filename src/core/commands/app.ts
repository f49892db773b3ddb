import type { Config } from '../config/config-schema.ts';
import type { GitTool } from '../git/process/git-tool.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import type { FindLicense } from '../license/find-license.ts';
import type { MigrationServices, VerificationServices } from '../migration/migration-context.ts';
import type { BudgetView } from '../network/budgets.ts';
import type { Network } from '../network/network.ts';
import type { PipelineRunner } from '../ports/pipeline-runner.ts';
import type { SourceHost } from '../ports/source-host.ts';
import type { TargetHost } from '../ports/target-host.ts';
import type { EventSink } from '../report/event-sink.ts';
import type { OutputOptions } from '../report/reporter.ts';
import type { Vault } from '../vault/open-vault.ts';

/** The options of every command that the composition root needs. */
export interface AppFlags {
  readonly json: boolean;
  readonly plain: boolean;
  readonly color: boolean;
  readonly verbose: number;
  readonly config: string | undefined;
}

/**
 * All that a command can ask the composition root for; handlers take it apart and hand features the few things they use.
 * Hosts are built on demand, because building one needs credentials.
 */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly events: EventSink;
  readonly output: OutputOptions;
  /** @throws `credentials` or `configuration`, before any request */
  source(use?: { usesGit: boolean }): SourceHost;
  /** What writes to the source. @throws `credentials` or `configuration`, before any request */
  pipelines(): PipelineRunner;
  /** @throws `credentials` or `configuration`, before any request */
  target(): TargetHost;
  /** @throws `credentials` or `configuration`, before any request */
  vault(): Promise<Vault>;
  migrationServices(): Promise<MigrationServices>;
  /** The same without a source, so that its credentials are not needed. */
  verificationServices(): Promise<VerificationServices>;
  /**
   * The license for these hosts (names, with ports or without): all that the command works with.
   * @throws `license` where there is none, or it cannot be accepted
   */
  readonly license: FindLicense;
  /** git as a migration would use it, until the app is closed. */
  openGit(): Promise<GitTool>;
  readonly network: Network;
  /** The environment, with what migrator.yaml adds beneath it. */
  readonly variables: Variables;
  /** The hosts' budgets, as far as they were asked. */
  budgets(): Promise<readonly BudgetView[]>;
  /** Requests sent so far, by host. */
  requests(): ReadonlyMap<string, number>;
  /** A line for the person, on standard error; nothing with --json. */
  say(line: string): void;
  /** Asks the person; `null` where nobody can be asked. */
  readonly ask: Program['ask'];
  /** A person sits at the full interface. */
  readonly isLive: boolean;
  /** Closes the full interface, if there is one: later lines stay on the terminal. */
  endLive(): Promise<void>;
}
