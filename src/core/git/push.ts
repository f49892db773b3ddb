import type { Clock } from '../clock.ts';
import type { MigratorError } from '../errors.ts';
import type { Progress } from '../events.ts';
import type { TargetLimits } from '../hosts/target-host.ts';
import type { GitAccess } from '../model/git-access.ts';
import { planPush } from './ambiguous-names.ts';
import { onMirror } from './damaged-mirror.ts';
import { storedBytes } from './disk-use.ts';
import type { GitTool } from './git-tool.ts';
import { intoBatches, mostRefs, type RefToPush } from './push-batches.ts';
import { firstParentCommits, newBytes } from './push-history.ts';
import type { PushAnswer, PushContext } from './push-once.ts';
import { type OnWait, PushPace } from './push-pace.ts';
import type { PushRejection } from './push-rejection.ts';
import { type Sending, send } from './push-send.ts';
import type { Refs } from './refs.ts';

export interface PushRefs {
  readonly git: GitTool;
  readonly access: GitAccess;
  /** The bare mirror. */
  readonly directory: string;
  /** What the target shall have: full names, and the objects that they name in the mirror. */
  readonly refs: Refs;
  /** Short name; pushed first, because some hosts take the first branch as the default one. */
  readonly defaultBranch: string | null;
  readonly limits: TargetLimits;
  readonly clock: Clock;
  /** What the target has already: equal refs are skipped, and others may be replaced. */
  readonly existing?: Refs;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onWait?: OnWait;
}

interface PushResult {
  readonly ref: string;
  readonly oid: string;
  readonly status: 'pushed' | 'up-to-date' | 'rejected';
  readonly failure: MigratorError | null;
}

export interface PushReport {
  /** One for each ref that was asked for. */
  readonly results: readonly PushResult[];
  /** How many pushes it took. */
  readonly pushes: number;
}

/** Estimates from a packed mirror are a little low: what is sent is packed anew. */
const margin = 0.85;

/**
 * Brings refs to the target, in as few pushes as it takes: all at once first, and less at a time only where the
 * target refuses or the pack would be too large.
 *
 * Nothing that somebody else has put there meanwhile is lost. A ref of `existing` is replaced only if the target
 * still has what `existing` says. Any other ref is made, or moved forward if what is there is a commit of the same
 * history; a branch with commits of its own, or a tag, is refused and stays. The host compares once more what git
 * saw when it writes the ref.
 * @returns also what was rejected, each with its reason
 * @throws MigratorError where the target took nothing at all (credentials, network), or `interrupted`;
 * what isDamagedMirror() knows
 */
export function pushRefs(options: PushRefs): Promise<PushReport> {
  return onMirror(options, () => pushed(options));
}

async function pushed(options: PushRefs): Promise<PushReport> {
  const { git, directory, refs, limits, clock, existing, signal } = options;
  const { deletions, groups, onTarget } = planPush(options);
  const results = new Map<string, PushResult>();
  for (const [ref, oid] of refs) {
    results.set(ref, { ref, oid, status: 'up-to-date', failure: null });
  }
  if (groups.length === 0) return { results: [...results.values()], pushes: 0 };
  const access = await git.open(options.access);
  const context: PushContext = { git, access, directory, signal, onProgress: options.onProgress };
  const maxBytes = Math.floor(limits.maxPushBytes * margin);
  const stored = await storedBytes(directory);
  const run: Run = {
    context,
    target: options.access,
    expected: new Map(existing ?? []),
    unsure: new Map(),
    results,
    maxBytes,
    pace: new PushPace(clock, limits.pushesPerMinute, options.onWait),
    measured: stored > maxBytes,
    // Hosts also hang up without a word on what is too much for them.
    mayBeTooLarge: stored > maxBytes / 4,
    mostRefs,
    onTarget: [...onTarget],
    pushes: 0,
    lonelyTroubles: [],
    fromView: groups.length > 1,
  };
  try {
    if (deletions.length > 0) await send(run, [], deletions);
    for (const deletion of deletions) run.expected.delete(deletion.slice(1));
    for (const group of groups) await pushGroup(run, group);
  } finally {
    await access.close();
  }
  return { results: [...results.values()], pushes: run.pushes };
}

interface Run extends Sending {
  readonly results: Map<string, PushResult>;
  readonly maxBytes: number;
  /** Whether the mirror is so large that each push is measured before. */
  readonly measured: boolean;
  readonly mayBeTooLarge: boolean;
  /** Becomes less when the target says so. */
  mostRefs: number;
  /** Objects that the target has: what they reach need not be counted. */
  readonly onTarget: string[];
  /** Failures of the host itself with a single ref, where less cannot be sent. */
  readonly lonelyTroubles: MigratorError[];
}

/** After so many the host is taken to be in trouble whatever is sent. */
const mostTroubles = 3;

async function pushGroup(run: Run, refs: readonly RefToPush[]): Promise<void> {
  const batches = intoBatches(refs, run.mostRefs);
  for (const batch of batches) {
    // The target may have named a lower number meanwhile.
    if (batch.length > run.mostRefs) await pushGroup(run, batch);
    else await pushBatch(run, batch);
  }
}

async function pushBatch(run: Run, batch: readonly RefToPush[]): Promise<void> {
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
  await settle(run, batch, answer);
}

/** Takes down what was answered, and tries again with less where that may help. */
async function settle(run: Run, batch: readonly RefToPush[], answer: PushAnswer): Promise<void> {
  const again: RefToPush[] = [];
  let tooLarge = false;
  for (const { ref, oid } of batch) {
    const found = answer.byRef.get(ref);
    const rejection = found?.rejection ?? null;
    if (rejection === null) {
      run.results.set(ref, { ref, oid, status: found?.status ?? 'pushed', failure: null });
      run.onTarget.push(oid);
      continue;
    }
    run.results.set(ref, { ref, oid, status: 'rejected', failure: rejection.failure });
    if (isFinal(rejection)) continue;
    again.push({ ref, oid });
    if (rejection.maxRefs !== null) run.mostRefs = Math.min(run.mostRefs, rejection.maxRefs);
    if (rejection.kind === 'pack-too-large') tooLarge = true;
    if (rejection.kind === 'server-trouble') {
      tooLarge ||= run.mayBeTooLarge;
      if (batch.length === 1) run.lonelyTroubles.push(rejection.failure);
    }
  }
  if (again.length === 0) return;
  if (again.length > run.mostRefs) await pushGroup(run, again);
  else if (again.length > 1 || tooLarge) await pushLess(run, again, true);
}

/** @param refused whether the target has refused just this already */
async function pushLess(run: Run, refs: readonly RefToPush[], refused: boolean): Promise<void> {
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
async function pushInChunks(run: Run, target: RefToPush, refused: boolean): Promise<void> {
  const line = await firstParentCommits(run.context, target.oid, run.onTarget);
  if (refused && line.length <= 1) return;
  const done = line.length > 0 && (await pushLine(run, target, line, refused));
  // What remains: the ref itself where it names a tag object, or something without history.
  if (done && line.at(-1) === target.oid) return;
  if (line.length > 0 && !done) return;
  const answer = await send(run, [target]);
  note(run, target, answer);
}

/** Pushes the commits of a line so that none is too large; `false` once one was refused for good. */
async function pushLine(
  run: Run,
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
    const rejection = answer.byRef.get(target.ref)?.rejection ?? null;
    if (rejection === null || isFinal(rejection) || line.length === 1) {
      note(run, target, answer);
      if (rejection === null) run.onTarget.push(tip);
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

function note(run: Run, { ref, oid }: RefToPush, answer: PushAnswer): void {
  const found = answer.byRef.get(ref);
  const failure = found?.rejection?.failure ?? null;
  const status = failure === null ? (found?.status ?? 'pushed') : 'rejected';
  run.results.set(ref, { ref, oid, status, failure });
}

function bytesOf(run: Run, batch: readonly RefToPush[]): Promise<number> {
  return newBytes(
    run.context,
    batch.map(({ oid }) => oid),
    run.onTarget,
  );
}
