import { shortenWords } from './format/shorten-input.ts';

/**
 * Every failure that a person may meet. One code is one kind of remedy; the exit code follows from it
 * (exit-codes.ts).
 */
export type ErrorCode =
  /** A defect of ours. */
  | 'unexpected'
  | 'disk-full'
  /** The command line was wrong. */
  | 'usage'
  /** A plan, inventory or other named file cannot be used. */
  | 'input-file'
  /** migrator.yaml or the environment cannot be used. */
  | 'configuration'
  /** A named workspace, repository or organisation does not exist. */
  | 'not-found'
  | 'target-exists'
  /** git or git-lfs is missing or too old. */
  | 'missing-program'
  /** 401 */
  | 'credentials'
  /** 403, and 404 where the host hides what the token may not see. */
  | 'permission'
  /** No license, an invalid one, or one whose tier does not allow what was asked for. */
  | 'license'
  /** One repository took longer than migration.timeout_seconds. */
  | 'time-out'
  /** The target rejects something (a file too large, a rule of the organisation). */
  | 'refused'
  /** The target does not hold what was sent. */
  | 'verification'
  | 'rate-limit'
  /** No connection, time-out, 5xx. */
  | 'unavailable'
  | 'tls'
  /** The host answered with something that cannot be understood. */
  | 'bad-answer'
  /** A creating request was sent and its answer was lost. */
  | 'ambiguous-write'
  | 'state'
  | 'interrupted';

/** `yes`: a retry may help. `no`: something has to change first. `fatal`: the whole run must end. */
export type Retry = 'yes' | 'no' | 'fatal';

export interface ErrorOptions {
  /** Next step, as a sentence. */
  hint?: string | null;
  /** Where the code does not say it: what passes by itself is `yes`, everything else `no`. */
  retry?: Retry;
  /** The host's own message, if it adds something. */
  detail?: string | null;
  /** Milliseconds since 1970 before which trying again is pointless. */
  retryAt?: number | null;
  /** The host's status code. */
  status?: number | null;
  /** Milliseconds since 1970: when the first of the requests was sent that all got no answer. */
  silentSince?: number | null;
  cause?: unknown;
}

/** They pass by themselves. */
const passing: ReadonlySet<ErrorCode> = new Set(['rate-limit', 'unavailable', 'interrupted']);

/** A failure as data: what happened, what to do next, and whether a retry may help. Never holds a secret. */
export class MigratorError extends Error {
  override readonly name = 'MigratorError';
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly retry: Retry;
  readonly detail: string | null;
  readonly retryAt: number | null;
  readonly status: number | null;
  readonly silentSince: number | null;

  /** @param message what happened, naming the object and the host; one line, ends without a full stop */
  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(shortenWords(message), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
    this.retry = options.retry ?? (passing.has(code) ? 'yes' : 'no');
    this.detail = options.detail ?? null;
    this.retryAt = options.retryAt ?? null;
    this.status = options.status ?? null;
    this.silentSince = options.silentSince ?? null;
  }
}

/** Tells whether this is one of our errors with one of these codes. */
export function hasCode(thrown: unknown, ...codes: readonly ErrorCode[]): thrown is MigratorError {
  return thrown instanceof MigratorError && codes.includes(thrown.code);
}

/** A failure as it is stored, sent as JSON and shown. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
  readonly retry: Retry;
  readonly detail: string | null;
}

/** Anything thrown, as data. A foreign error becomes `unexpected`. */
export function toFailure(thrown: unknown): Failure {
  const { code, message, hint, retry, detail } = toMigratorError(thrown);
  return { code, message, hint, retry, detail };
}

/** Anything thrown, as a MigratorError. */
export function toMigratorError(thrown: unknown): MigratorError {
  if (thrown instanceof MigratorError) return thrown;
  const systemCode = (thrown as { code?: unknown } | null)?.code;
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') return diskFull({ cause: thrown });
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return interrupted({ cause: thrown });
  if (systemCode === 'ENOENT' && (thrown as { syscall?: unknown }).syscall === 'uv_cwd') {
    return new MigratorError('configuration', 'The current folder no longer exists', {
      hint: 'Change to an existing folder, and run the command again.',
      cause: thrown,
    });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new MigratorError('unexpected', `Unexpected error: ${message}`, {
    hint: 'This is a bug in migrator. Run the command again with -vvv --log-file <file>, and report the log.',
    cause: thrown,
  });
}

export function diskFull(
  options: { where?: string; hint?: string; cause?: unknown } = {},
): MigratorError {
  const where = options.where === undefined ? '' : ` at ${options.where}`;
  return new MigratorError('disk-full', `No space left on the disk${where}`, {
    hint:
      options.hint ?? 'Free some space, or point MIGRATOR_STATE_DIR to a larger disk, and resume.',
    retry: 'fatal',
    cause: options.cause,
  });
}

export function interrupted(options: { cause?: unknown } = {}): MigratorError {
  return new MigratorError('interrupted', 'Interrupted', { cause: options.cause });
}

/** Why an operation ended whose signal was aborted. */
export function endedBy(signal: AbortSignal): MigratorError {
  return signal.reason instanceof MigratorError
    ? signal.reason
    : interrupted({ cause: signal.reason });
}

/** The same failure, from a host that has been silent since then. */
export function withSilence(error: MigratorError, silentSince: number): MigratorError {
  const { code, message, hint, retry, detail, retryAt, status, cause } = error;
  const facts = { hint, retry, detail, retryAt, status, cause };
  return new MigratorError(code, message, { ...facts, silentSince });
}

/** The same failure without the host's own words, which could quote a requested value. */
export function withoutDetail(thrown: unknown): MigratorError {
  const { code, message, hint, retry, retryAt, status } = toMigratorError(thrown);
  return new MigratorError(code, message, { hint, retry, retryAt, status });
}

/** For the `default:` of a switch over a union: does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`unknown case: ${JSON.stringify(value)}`);
}
