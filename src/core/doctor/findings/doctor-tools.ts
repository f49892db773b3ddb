import type { Config } from '../../config/config-schema.ts';
import type { GitTool } from '../../git/process/git-tool.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { FindLicense } from '../../license/find-license.ts';
import type { BudgetView } from '../../network/budgets.ts';
import type { Network } from '../../network/tls-proxy/network.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { Vault } from '../../vault/open-vault.ts';

/** Describes what the checks use of the composition root. */
export interface DoctorTools {
  readonly config: Config;
  readonly variables: Variables;
  readonly network: Network;
  readonly license: FindLicense;
  source(use: { usesGit: boolean }): SourceHost;
  target(): TargetHost;
  vault(): Promise<Vault>;
  openGit(): Promise<GitTool>;
  budgets(): Promise<readonly BudgetView[]>;
}
