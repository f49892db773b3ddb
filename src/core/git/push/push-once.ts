import { MigratorError } from '../../kernel/errors.ts';
import type { Progress } from '../../ports/records/events.ts';
import type { WrittenRef } from '../../ports/records/write.ts';
import { damagedMirror } from '../errors/damaged-mirror.ts';
import { gitFailure, isDamaged } from '../errors/git-errors.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import { cleaned, lastSentence } from '../errors/git-output.ts';
import { classifyPushRejection } from '../errors/push-rejection.ts';
import type { PushRejection } from '../errors/push-rejection-rule.ts';
import { isNullHash } from '../formats/hashes.ts';
import { progressReader } from '../process/git-progress.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import type { OpenAccess } from '../process/open-access.ts';
import type { RefToPush } from './push-batches.ts';

export interface PushContext extends MirrorOptions {
  readonly access: OpenAccess;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** For each ref of the batch. */
export type PushAnswer = ReadonlyMap<string, RefAnswer>;

interface RefAnswer {
  readonly status: PushLine['status'];
  readonly rejection: PushRejection | null;
}

export interface PushCommand {
  /** Refs that the refspecs stand for. */
  readonly batch: readonly RefToPush[];
  /** Without a plus: only a lease lets something be replaced. */
  readonly refspecs: readonly string[];
  readonly leases: readonly string[];
  /** Object of the target under each name, where known; `null`: nothing. */
  readonly expected: ReadonlyMap<string, string | null>;
}

/**
 * One `git push`.
 * @throws MigratorError where the host was not reached or refused access
 */
export async function pushOnce(context: PushContext, command: PushCommand): Promise<PushAnswer> {
  const { batch, refspecs, leases } = command;
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
    // Whole hashes in what is recorded.
    config: ['core.abbrev=no'],
    writes: {
      write: { kind: 'push', url: access.url, refs: writtenRefs(command) },
      resultOf: (ended) => ({ kind: 'pushed', refs: pushedRefs(command, ended) }),
    },
    signal,
    onStderr: onProgress && progressReader(onProgress),
  });
  // The target's message would only be that nothing arrived.
  if (outcome.exitCode !== 0 && isDamaged(cleaned(outcome.stderr))) {
    throw damagedMirror({ detail: lastSentence(cleaned(outcome.stderr)) });
  }
  const lines = new Map(parsePushLines(outcome.stdout).map((line) => [line.ref, line]));
  return new Map(batch.map(({ ref }) => [ref, answerFor(ref, lines.get(ref), outcome, access)]));
}

/** Returns what a push is to change. Without a batch it only deletes. Pure. */
function writtenRefs({ batch, refspecs, expected }: PushCommand): readonly WrittenRef[] {
  const deleted = refspecs.filter((one) => one.startsWith(':')).map((one) => one.slice(1));
  const refs =
    batch.length > 0
      ? batch.map(({ ref, oid }) => ({ ref, to: isNullHash(oid) ? null : oid }))
      : deleted.map((ref) => ({ ref, to: null }));
  return refs.map((one) => {
    const from = expected.get(one.ref);
    return from === undefined ? one : { ...one, from };
  });
}

/** Returns what it has changed, with what git has seen on the target. Pure. */
function pushedRefs(command: PushCommand, { stdout, exitCode }: GitOutcome) {
  const lines = new Map(parsePushLines(stdout).map((line) => [line.ref, line]));
  return writtenRefs(command).map((one) => {
    const line = lines.get(one.ref);
    const status = line?.status ?? (exitCode === 0 ? 'up-to-date' : 'unknown');
    return line?.from === undefined ? { ...one, status } : { ...one, from: line.from, status };
  });
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
  const { reason = '', isLocal = false } = line ?? {};
  const rejection = classifyPushRejection({ stderr, reason, ref, host, isLocal });
  if (rejection !== null) return { status: 'rejected', rejection };
  if (line === undefined) throw gitFailure(outcome, { doing: 'Pushing to', subject: access.url });
  const failure = new MigratorError('refused', `${host} refused ${ref}: ${line.reason}`, {
    hint: "Look up this message in GitHub's documentation, then resume.",
    detail: lastSentence(stderr),
  });
  return { status: 'rejected', rejection: { kind: 'content', maxRefs: null, failure } };
}

/** Describes what `git push --porcelain` says of one ref. */
interface PushLine {
  readonly ref: string;
  readonly status: 'pushed' | 'up-to-date' | 'rejected';
  /** The words in the last parentheses of a rejection; empty otherwise. */
  readonly reason: string;
  /** True if our git rejected it, and the host was not asked. */
  readonly isLocal: boolean;
  /** Object that was there: a hash, or `null` for nothing; missing where git does not say. */
  readonly from?: string | null;
}

/** Reads `<flag>\t<from>:<to>\t<summary>` lines; everything else is left out. Pure. */
export function parsePushLines(stdout: string): PushLine[] {
  const lines: PushLine[] = [];
  for (const line of stdout.split('\n')) {
    const match = /^([ +\-*!=])\t[^\t]*:(refs\/[^\t]+)\t(.*)$/.exec(line);
    if (match?.[2] === undefined) continue;
    const flag = match[1];
    const summary = match[3] ?? '';
    lines.push({
      ref: match[2],
      status: flag === '!' ? 'rejected' : flag === '=' ? 'up-to-date' : 'pushed',
      reason: flag === '!' ? (/\((.*)\)\s*$/.exec(summary)?.[1] ?? summary) : '',
      isLocal: flag === '!' && summary.startsWith('[rejected]'),
      ...fromOf(flag, summary),
    });
  }
  return lines;
}

/** `[new branch]`, or `<old>..<new>`; three dots where it was moved by force. */
function fromOf(flag: string | undefined, summary: string): { from?: string | null } {
  if (flag === '*') return { from: null };
  const [, from] = /^([0-9a-f]{40,64})\.{2,3}[0-9a-f]/.exec(summary) ?? [];
  return from === undefined ? {} : { from };
}
