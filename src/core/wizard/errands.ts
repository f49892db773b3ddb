import type { Variables } from '../kernel/environment.ts';
import type { ExitCode } from '../kernel/exit-codes.ts';

/** Commands one after the other, inside the wizard. */
interface Errand<Request = unknown> {
  /** @throws what the commands throw and the errand cannot ask about */
  run(request: ErrandRequest & Request): Promise<ExitCode>;
}

export interface Errands {
  /** Of secrets, and of a vault. */
  readonly secrets: Errand<SecretsRequest>;
  readonly license: Errand;
}

interface SecretsRequest {
  readonly workspace: string;
  /** One that the account is in, as the default. */
  readonly organization: string | null;
}

export interface ErrandRequest {
  /** With the credentials of the wizard. */
  readonly environment: Variables;
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
  /** Meaning of an empty answer; empty: none. */
  readonly standard: string;
}
