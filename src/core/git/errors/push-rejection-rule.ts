import { MigratorError } from '../../kernel/errors.ts';

type RejectionKind =
  /** The history or the name of a ref: sending it again changes nothing. */
  | 'content'
  /** The target has something else under this name than expected: it is not replaced. */
  | 'changed'
  /** Fewer refs at once may pass. */
  | 'too-many-refs'
  /** Less at once may pass. */
  | 'pack-too-large'
  /** Perhaps too much at once, perhaps a passing problem. */
  | 'server-trouble';

export interface PushRejection {
  readonly kind: RejectionKind;
  /** With `too-many-refs`: how many the target takes at once. */
  readonly maxRefs: number | null;
  readonly failure: MigratorError;
}

export interface RejectionContext {
  /** The host's output, without git's `remote: ` in front. */
  readonly text: string;
  /** Git's text behind the ref. */
  readonly reason: string;
  /** Begins the message. */
  readonly subject: string;
  readonly ref: string;
  readonly host: string;
  /** True if our git refused it before it asked the host. */
  readonly isLocal: boolean;
}

/** The rejection that a rule finds in the host's output; `null` if it does not apply. */
export type RejectionRule = (context: RejectionContext) => PushRejection | null;

/** A rejection as an error of one line. */
export function rejection(
  kind: RejectionKind,
  message: string,
  options: { hint: string; detail?: string; code?: 'refused' | 'permission'; maxRefs?: number },
): PushRejection {
  const { hint, detail, code = 'refused', maxRefs = null } = options;
  const failure = new MigratorError(code, message.replaceAll('\n', ' '), {
    hint,
    detail: detail === undefined ? null : shortened(detail),
  });
  return { kind, maxRefs, failure };
}

/** The host failed, or the connection broke: trying again may help. */
export function serverTrouble(
  message: string,
  { hint, text }: { hint: string; text: string },
): PushRejection {
  const detail = shortened(text);
  const failure = new MigratorError('unavailable', message, { hint, detail });
  return { kind: 'server-trouble', maxRefs: null, failure };
}

/** Enough of what a host said to find the cause. */
export function shortened(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}...` : text;
}
