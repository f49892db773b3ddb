import { MigratorError } from '../../kernel/errors.ts';

export type RejectionKind =
  /** What is in the history, or how a ref is named: sending it again changes nothing. */
  | 'content'
  /** The target has something else under this name than was expected: it is not replaced. */
  | 'changed'
  /** Fewer refs at once may go. */
  | 'too-many-refs'
  /** Less at once may go. */
  | 'pack-too-large'
  /** Perhaps too much at once, perhaps a passing problem. */
  | 'server-trouble';

export interface PushRejection {
  readonly kind: RejectionKind;
  /** With `too-many-refs`: how many the target takes at once. */
  readonly maxRefs: number | null;
  readonly failure: MigratorError;
}

export interface RejectionWords {
  /** What the host said, without git's `remote: ` in front. */
  readonly text: string;
  /** What git says behind the ref. */
  readonly reason: string;
  /** Begins the message. */
  readonly subject: string;
  readonly ref: string;
  readonly host: string;
  /** Whether our git refused it, and the host was not asked. */
  readonly isLocal: boolean;
}

/** What a rule finds in the host's words; `null` if it is not its case. */
export type RejectionRule = (words: RejectionWords) => PushRejection | null;

/** A rejection as an error of one line. */
export function rejection(
  kind: RejectionKind,
  message: string,
  options: { hint: string; detail?: string; code?: 'refused' | 'permission' },
): PushRejection {
  const failure = new MigratorError(options.code ?? 'refused', message.replaceAll('\n', ' '), {
    hint: options.hint,
    ...(options.detail === undefined ? {} : { detail: shortened(options.detail) }),
  });
  return { kind, maxRefs: null, failure };
}

/** Enough of what a host said to find the cause. */
export function shortened(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}...` : text;
}
