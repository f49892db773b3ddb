import { onMirror } from '../errors/damaged-mirror.ts';
import type { Refs } from '../formats/refs.ts';
import { type PushTarget, withPushRun } from './open-push-run.ts';
import { planPush } from './push-batches.ts';
import { type PushResult, pushGroup } from './push-run.ts';
import { send } from './push-send.ts';

export interface PushRefs extends PushTarget {
  /** Refs that the target must get: full names, and the objects that they name in the mirror. */
  readonly refs: Refs;
  /** Short name; pushed first, because some hosts take the first branch as the default one. */
  readonly defaultBranch: string | null;
  /** Refs of the target: equal ones are skipped, and others may be replaced. */
  readonly existing?: Refs;
  /** All refs of the target, where they are known: any other branch is only created. */
  readonly there?: Refs;
}

export interface PushReport {
  /** One for each ref that was asked for. */
  readonly results: readonly PushResult[];
  /** How many pushes it took. */
  readonly pushes: number;
}

/**
 * Pushes refs to the target in as few pushes as it takes: all at once first, and less at a time only where the
 * target refuses or the pack would be too large.
 *
 * Nothing that somebody else has pushed meanwhile is lost. A ref of `existing` is replaced only if the target still has
 * what `existing` says. Any other ref is created; or, where it may be there, moved forward if the target's is a commit of the
 * same history; a branch with commits of its own, or a tag, is refused and stays. The host compares once more what git saw when it
 * writes the ref.
 * @returns also what was rejected, each with its reason
 * @throws MigratorError where the target took nothing at all (credentials, network), or `interrupted`
 */
export function pushRefs(options: PushRefs): Promise<PushReport> {
  return onMirror(options, () => pushed(options));
}

async function pushed(options: PushRefs): Promise<PushReport> {
  const { refs, existing } = options;
  const { deletions, groups, onTarget } = planPush(options);
  const results = new Map<string, PushResult>();
  for (const [ref, oid] of refs) {
    results.set(ref, { ref, oid, status: 'up-to-date', failure: null });
  }
  if (groups.length === 0) return { results: [...results.values()], pushes: 0 };
  const expected = new Map([...absentBranches(options), ...(existing ?? [])]);
  const fromView = groups.length > 1;
  return withPushRun({ ...options, expected, onTarget, fromView }, async (run) => {
    if (deletions.length > 0) await send(run, [], deletions);
    for (const deletion of deletions) run.expected.delete(deletion.slice(1));
    for (const group of groups) await pushGroup(run, group);
    for (const [ref, result] of run.results) results.set(ref, result);
    return { results: [...results.values()], pushes: run.pushes };
  });
}

/** Git moves no tag, and compares each lease with each ref. */
function absentBranches({ refs, there }: PushRefs): readonly (readonly [string, null])[] {
  if (there === undefined) return [];
  const absent = [...refs.keys()].filter((ref) => !there.has(ref) && ref.startsWith('refs/heads/'));
  return absent.map((ref) => [ref, null]);
}
