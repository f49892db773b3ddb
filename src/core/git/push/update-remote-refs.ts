import type { MigratorError } from '../../kernel/errors.ts';
import { onMirror } from '../errors/damaged-mirror.ts';
import { isFullHash, nullHash } from '../formats/hashes.ts';
import { type PushTarget, withPushRun } from './open-push-run.ts';
import { pushGroup } from './push-run.ts';

export interface UpdateRemoteRefs extends PushTarget {
  /** Branches and tags, each once. */
  readonly updates: readonly RefUpdate[];
  /** Objects that the target has already, such as those of the mirror's own refs: they are not counted again. */
  readonly onTarget: Iterable<string>;
}

export interface RefUpdate {
  /** Full name, below `refs/heads/` or `refs/tags/`. */
  readonly ref: string;
  /** An object of the mirror; `null`: the ref is deleted. */
  readonly to: string | null;
  /** Object that the target has there now; `null`: nothing. Any other object stays. */
  readonly expected: string | null;
}

export interface UpdatedRef {
  readonly ref: string;
  readonly status: 'updated' | 'up-to-date' | 'refused';
  readonly failure: MigratorError | null;
}

/**
 * Creates, moves and deletes refs of the target that belong only to us, in the order given and in one push where the
 * target accepts it. What is already as wanted counts as up to date, whatever was expected: so it can run again after a
 * crash. A branch may be moved to any commit, not only forward.
 * @returns one for each update, in their order; also what was refused, with its reason
 * @throws MigratorError where the target took nothing at all (credentials, network), or `interrupted`
 */
export function updateRemoteRefs(options: UpdateRemoteRefs): Promise<readonly UpdatedRef[]> {
  return onMirror(options, () => update(options));
}

async function update(options: UpdateRemoteRefs): Promise<readonly UpdatedRef[]> {
  const { updates } = options;
  for (const one of updates) check(one);
  const wanted = updates
    .filter(({ to, expected }) => to !== expected)
    .map(({ ref, to, expected }) => ({ ref, oid: to ?? nullHash(expected ?? '') }));
  if (wanted.length === 0) return updates.map(({ ref }) => upToDate(ref));
  const expected = new Map(updates.map(({ ref, expected: before }) => [ref, before]));
  const onTarget = new Set([...options.onTarget, ...updates.flatMap((one) => one.expected ?? [])]);
  return withPushRun({ ...options, expected, onTarget, fromView: true }, async (run) => {
    await pushGroup(run, wanted);
    return updates.map(({ ref }) => {
      const result = run.results.get(ref);
      if (result === undefined || result.status === 'up-to-date') return upToDate(ref);
      const status = result.status === 'pushed' ? 'updated' : 'refused';
      return { ref, status, failure: result.failure };
    });
  });
}

function upToDate(ref: string): UpdatedRef {
  return { ref, status: 'up-to-date', failure: null };
}

/** As `git check-ref-format` has it: spaces of Unicode may stand in a name. */
function isRefName(ref: string): boolean {
  if (!/^refs\/(?:heads|tags)\/[^ :\\^~?*[]+$/.test(ref)) return false;
  return [...ref].every((character) => character > '\u001f' && character !== '\u007f');
}

function check({ ref, to, expected }: RefUpdate): void {
  const hashes = [to, expected].filter((hash) => hash !== null);
  if (isRefName(ref) && hashes.every(isFullHash)) return;
  throw new TypeError('neither a branch nor a tag with full hashes');
}
