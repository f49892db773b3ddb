import type { Variables } from '../kernel/environment.ts';
import type { ExitCode } from '../kernel/exit-codes.ts';

/** The commands of secrets and vault, one after the other, inside the wizard. */
export interface SecretsErrand {
  /** @throws what the commands throw, except for a vault that cannot be used */
  run(request: SecretsRequest): Promise<ExitCode>;
}

export interface SecretsRequest {
  /** With the credentials of the wizard. */
  readonly environment: Variables;
  readonly workspace: string;
  /** One that the account is in, as the default. */
  readonly organization: string | null;
  readonly prompts: PathPrompts;
  /** Each line of the commands as it comes; command lines begin with `$ `. Redacted. */
  readonly onLine: (line: string) => void;
  /** Aborted: nothing new begins. */
  readonly signal: AbortSignal;
}

/** How the steps of a path ask: as lines, or inside a screen. */
export interface PathPrompts {
  /** The trimmed answer, empty for the default; `null` to end here. */
  ask(question: PathQuestion): Promise<string | null>;
  confirm(question: string): Promise<boolean>;
  /** Called before the first command that writes to a host. */
  onWrite(): void;
}

interface PathQuestion {
  readonly text: string;
  /** What an empty answer means; empty: nothing. */
  readonly standard: string;
}
