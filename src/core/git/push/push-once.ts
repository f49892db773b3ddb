import { MigratorError } from '../../kernel/errors.ts';
import type { Progress } from '../../ports/events.ts';
import { damagedMirror } from '../errors/damaged-mirror.ts';
import { cleaned, gitFailure, isDamaged, lastSentence } from '../errors/git-errors.ts';
import { classifyPushRejection, type PushRejection } from '../errors/push-rejection.ts';
import { progressReader } from '../process/git-progress.ts';
import type { GitTool, OpenAccess } from '../process/git-tool.ts';
import type { GitOutcome } from '../process/spawn-git.ts';
import type { RefToPush } from './push-batches.ts';
import { type PushLine, parsePushLines } from './push-porcelain.ts';

export interface PushContext {
  readonly git: GitTool;
  readonly access: OpenAccess;
  readonly directory: string;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export interface PushAnswer {
  /** Each ref of the batch. */
  readonly byRef: ReadonlyMap<string, RefAnswer>;
}

interface RefAnswer {
  readonly status: PushLine['status'];
  readonly rejection: PushRejection | null;
}

export interface PushCommand {
  /** What the refspecs stand for. */
  readonly batch: readonly RefToPush[];
  /** Without a plus: only a lease lets something be replaced. */
  readonly refspecs: readonly string[];
  readonly leases: readonly string[];
}

/**
 * One `git push`.
 * @throws MigratorError where the host was not reached or did not let us in
 */
export async function pushOnce(
  context: PushContext,
  { batch, refspecs, leases }: PushCommand,
): Promise<PushAnswer> {
  const { git, access, directory, signal, onProgress } = context;
  const outcome = await git.run({
    args: [
      'push',
      '--porcelain',
      '--verbose',
      '--progress',
      '--no-verify',
      ...leases,
      '--',
      access.url,
      ...refspecs,
    ],
    repository: directory,
    access,
    signal,
    ...(onProgress === undefined ? {} : { onStderr: progressReader(onProgress) }),
  });
  // The target only tells that nothing came.
  if (outcome.exitCode !== 0 && isDamaged(cleaned(outcome.stderr))) {
    throw damagedMirror({ detail: lastSentence(cleaned(outcome.stderr)) });
  }
  const lines = new Map(parsePushLines(outcome.stdout).map((line) => [line.ref, line]));
  const byRef = new Map<string, RefAnswer>();
  for (const { ref } of batch) byRef.set(ref, answerFor(ref, lines.get(ref), outcome, access));
  return { byRef };
}

function answerFor(
  ref: string,
  line: PushLine | undefined,
  outcome: GitOutcome,
  access: OpenAccess,
): RefAnswer {
  if (line !== undefined && line.status !== 'rejected') {
    return { status: line.status, rejection: null };
  }
  if (line === undefined && outcome.exitCode === 0)
    return { status: 'up-to-date', rejection: null };
  const { host } = access;
  const { stderr } = outcome;
  const rejection = classifyPushRejection({
    stderr,
    reason: line?.reason ?? '',
    ref,
    host,
    isLocal: line?.isLocal ?? false,
  });
  if (rejection !== null) return { status: 'rejected', rejection };
  if (line === undefined) {
    throw gitFailure(outcome, { doing: 'Pushing to', subject: access.url });
  }
  const failure = new MigratorError('refused', `${host} refused ${ref}: ${line.reason}`, {
    hint: 'Look up these words in the documentation of the target, and resume.',
    detail: lastSentence(stderr),
  });
  return { status: 'rejected', rejection: { kind: 'content', maxRefs: null, failure } };
}
