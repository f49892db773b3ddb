import type {
  CredentialVariable,
  Verified,
  VerifiedTarget,
} from '../../../../core/wizard/credentials.ts';
import type { TextState } from '../../../../ui/input/text-state.ts';
import type { Task } from '../../engine/tasks.ts';
import type { Row, TargetKind, TokenWay } from './fields.ts';
import type { SourceVariant } from './source-hosts.ts';

export type RowName = Row['name'];

export interface CredentialsState {
  readonly variant: SourceVariant;
  readonly targetKind: TargetKind;
  /** Variables of the environment, and addresses of migrator.yaml under the names of theirs. */
  readonly found: ReadonlySet<string>;
  /** Names of the source's token variables that are set, of which several may be numbered. */
  readonly tokenVariables: readonly string[];
  /** Names of the variables that migrator.yaml sets. */
  readonly inFile: ReadonlySet<string>;
  /** Of the Enterprise Server by environment or migrator.yaml; empty without one. */
  readonly enterpriseUrl: string;
  /** In memory only. */
  readonly typed: Readonly<Partial<Record<CredentialVariable, TextState>>>;
  /** The row that gets keys. */
  readonly focus: RowName;
  readonly hasGh: boolean;
  readonly way: TokenWay;
  /** The token that gh printed, for this host. */
  readonly gh: { readonly hostname: string; readonly token: string } | null;
  /** Asks before gh runs, runs it, or has failed. */
  readonly ghTask: 'asking' | Task<null>;
  readonly source: Task<Verified & { readonly workspaces: readonly string[] | null }>;
  readonly target: Task<VerifiedTarget>;
}
