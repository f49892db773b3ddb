import type { ErrorCode } from './errors.ts';

/** Exit codes of the process; documented in docs/exit-codes.md for scripts. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  input: 3,
  credentials: 4,
  license: 5,
  someFailed: 6,
  unavailable: 7,
  state: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byErrorCode: Record<ErrorCode, ExitCode> = {
  unexpected: exitCodes.unexpected,
  'disk-full': exitCodes.unexpected,
  usage: exitCodes.usage,
  'input-file': exitCodes.input,
  configuration: exitCodes.input,
  'not-found': exitCodes.input,
  'target-exists': exitCodes.input,
  'missing-program': exitCodes.input,
  credentials: exitCodes.credentials,
  permission: exitCodes.credentials,
  license: exitCodes.license,
  'time-out': exitCodes.someFailed,
  refused: exitCodes.someFailed,
  verification: exitCodes.someFailed,
  'rate-limit': exitCodes.unavailable,
  unavailable: exitCodes.unavailable,
  tls: exitCodes.unavailable,
  'bad-answer': exitCodes.unavailable,
  'ambiguous-write': exitCodes.unavailable,
  state: exitCodes.state,
  interrupted: exitCodes.interrupted,
};

/** Order of severity: a cause that keeps everything out comes before single failures. */
const byGravity: readonly ExitCode[] = [
  exitCodes.credentials,
  exitCodes.license,
  exitCodes.unavailable,
  exitCodes.unexpected,
  exitCodes.input,
];

/** The exit code where several things are wrong at once; 0 where nothing is. */
export function worstExitCode(codes: readonly ErrorCode[]): ExitCode {
  const wanted = codes.map(exitCodeOf);
  return byGravity.find((code) => wanted.includes(code)) ?? wanted[0] ?? exitCodes.done;
}

/** The exit code of a run that this error ended. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return byErrorCode[code];
}
