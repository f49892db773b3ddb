import type { Clock } from '../../kernel/clock.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { VaultEntries } from '../entries/entries.ts';
import type { CleanUpTools } from './clean-up.ts';
import type { DefinitionOptions } from './pipeline-definition.ts';
import type { PipelineRecord } from './pipeline-record.ts';

export interface PipelineTools extends CleanUpTools {
  readonly entries: VaultEntries;
  readonly project: string;
  readonly workspace: string;
  /** A token role of the vault; `null`: a policy of our own. */
  readonly role: string | null;
  /** The vault's address as the runners reach it. */
  readonly runnerAddress: string;
  readonly definition: Omit<DefinitionOptions, 'runs' | 'variables'>;
  readonly redactor: Redactor;
  readonly process: PipelineRecord['process'];
  readonly clock: Clock;
  /** Milliseconds between two looks at a run. */
  readonly interval: number;
  /** Milliseconds after which a request whose answer was lost has done what it will do. */
  readonly settle: number;
  readonly say: (line: string) => void;
  /** Aborted: stop at once, and clean up by the next start. */
  readonly signal: AbortSignal;
  /** Aborted: stop, and clean up. */
  readonly drain: AbortSignal;
}
