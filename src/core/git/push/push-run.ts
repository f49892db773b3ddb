import type { MigratorError } from '../../kernel/errors.ts';
import type { PushRejection } from '../errors/push-rejection-rule.ts';
import { isNullHash } from '../formats/hashes.ts';
import { intoBatches, type RefToPush } from './push-batches.ts';
import { firstParentCommits, newBytes } from './push-history.ts';
import type { PushAnswer } from './push-once.ts';
import { type Sending, send } from './push-send.ts';

export interface PushResult {
  readonly ref: string;
  readonly oid: string;
  readonly status: 'pushed' | 'up-to-date' | 'rejected';
  readonly failure: MigratorError | null;
}

/** Describes what the pushes of one operation share, and their results. */
export interface PushRun extends Sending {
  readonly results: Map<string, PushResult>;
  readonly maxBytes: number;
  /** True if the mirror is so large that each push is measured before. */
  readonly measured: boolean;
  readonly mayBeTooLarge: boolean;
  /** Becomes less when the target says so. */
  mostRefs: number;
  readonly onDivided: ((refs: number) => void) | undefined;
  /** Objects that the target has: what they reach need not be counted. */
  readonly onTarget: string[];
  /** Failures of the host itself with a single ref, where less cannot be sent. */
  readonly lonelyTroubles: MigratorError[];
}

/** After so many the host counts as failing whatever is sent. */
const mostTroubles = 3;

/** Pushes refs in as few pushes as it takes: less at a time only where the target refuses, or it would be too large. */
export async function pushGroup(run: PushRun, refs: readonly RefToPush[]): Promise<void> {
  const batches = intoBatches(refs, run.mostRefs);
  for (const batch of batches) {
    // The target may have named a lower number meanwhile.
    if (batch.length > run.mostRefs) await pushGroup(run, batch);
    else await pushBatch(run, batch);
  }
}

async function pushBatch(run: PushRun, batch: readonly RefToPush[]): Promise<void> {
  const trouble = run.lonelyTroubles[mostTroubles - 1];
  if (trouble !== undefined) {
    for (const { ref, oid } of batch) {
      run.results.set(ref, { ref, oid, status: 'rejected', failure: trouble });
    }
    return;
  }
  if (run.measured && (await bytesOf(run, batch)) > run.maxBytes) {
    await pushLess(run, batch, false);
    return;
  }
  const answer = await send(run, batch);
  await applyAnswer(run, batch, answer);
}

/** Records the answer, and tries again with less where that may help. */
async function applyAnswer(
  run: PushRun,
  batch: readonly RefToPush[],
  answer: PushAnswer,
): Promise<void> {
  const again: RefToPush[] = [];
  let tooLarge = false;
  for (const { ref, oid } of batch) {
    const rejection = record(run, { ref, oid }, answer);
    if (rejection === null) noteOnTarget(run, oid);
    if (rejection === null || isFinal(rejection)) continue;
    again.push({ ref, oid });
    if (rejection.maxRefs !== null) run.mostRefs = Math.min(run.mostRefs, rejection.maxRefs);
    if (rejection.kind === 'pack-too-large') tooLarge = true;
    if (rejection.kind === 'server-trouble') {
      tooLarge ||= run.mayBeTooLarge;
      if (batch.length === 1) run.lonelyTroubles.push(rejection.failure);
    }
  }
  if (again.length === 0) return;
  if (again.length > 1) run.onDivided?.(Math.min(run.mostRefs, Math.ceil(again.length / 2)));
  if (again.length > run.mostRefs) await pushGroup(run, again);
  else if (again.length > 1 || tooLarge) await pushLess(run, again, true);
}

/** @param refused whether the target has refused just this already */
async function pushLess(run: PushRun, refs: readonly RefToPush[], refused: boolean): Promise<void> {
  const [only] = refs;
  if (only === undefined) return;
  if (refs.length === 1) {
    await pushInChunks(run, only, refused);
    return;
  }
  const half = Math.ceil(refs.length / 2);
  await pushGroup(run, refs.slice(0, half));
  await pushGroup(run, refs.slice(half));
}

/** One ref whose history is too much for one push: earlier commits of its first-parent line go first. */
async function pushInChunks(run: PushRun, target: RefToPush, refused: boolean): Promise<void> {
  if (isNullHash(target.oid)) return;
  const line = await firstParentCommits(run.context, target.oid, run.onTarget);
  if (refused && line.length <= 1) return;
  const done = line.length > 0 && (await pushLine(run, target, line, refused));
  // What remains: the ref itself where it names a tag object, or something without history.
  if (done && line.at(-1) === target.oid) return;
  if (line.length > 0 && !done) return;
  const answer = await send(run, [target]);
  record(run, target, answer);
}

/** Pushes the commits of a line so that no push is too large; `false` once one was refused for good. */
async function pushLine(
  run: PushRun,
  target: RefToPush,
  line: readonly string[],
  refused = false,
): Promise<boolean> {
  const tip = line.at(-1);
  if (tip === undefined) return true;
  const chunk = { ref: target.ref, oid: tip };
  const fits = !refused && (await bytesOf(run, [chunk])) <= run.maxBytes;
  if (fits || line.length === 1) {
    const answer = await send(run, [chunk], [`${tip}:${target.ref}`]);
    const rejection = answer.get(target.ref)?.rejection ?? null;
    if (rejection === null || isFinal(rejection) || line.length === 1) {
      record(run, target, answer);
      if (rejection === null) noteOnTarget(run, tip);
      return rejection === null;
    }
  }
  const half = Math.ceil(line.length / 2);
  const first = await pushLine(run, target, line.slice(0, half));
  return first && (await pushLine(run, target, line.slice(half)));
}

/** Sending less would change nothing. */
function isFinal({ kind }: PushRejection): boolean {
  return kind === 'content' || kind === 'changed';
}

function noteOnTarget(run: PushRun, oid: string): void {
  if (!isNullHash(oid)) run.onTarget.push(oid);
}

function record(run: PushRun, { ref, oid }: RefToPush, answer: PushAnswer): PushRejection | null {
  const { status = 'pushed', rejection = null } = answer.get(ref) ?? {};
  run.results.set(ref, { ref, oid, status, failure: rejection?.failure ?? null });
  return rejection;
}

function bytesOf(run: PushRun, batch: readonly RefToPush[]): Promise<number> {
  const sent = batch.map(({ oid }) => oid).filter((oid) => !isNullHash(oid));
  return newBytes(run.context, sent, run.onTarget);
}
