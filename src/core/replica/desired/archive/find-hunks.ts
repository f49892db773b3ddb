import { type HunkAt, hunkAt } from '../../../archive/write/hunk-at.ts';
import type { DiffFile } from '../../../git/diff/diff.ts';
import { readDiffs } from '../../../git/objects/read-diffs.ts';
import type { MirrorOptions } from '../../../git/process/mirror-command.ts';
import type { CommitRange, DesiredPullRequest } from '../../model/desired-pull-request.ts';
import type { Placement } from '../../model/placement.ts';

type Placed = Exclude<Placement, { kind: 'conversation' }>;

interface Wanted {
  readonly index: number;
  readonly key: string;
  readonly range: CommitRange;
  readonly placement: Placed;
}

/** For each pull request the places of its threads as git shows them, by the key of their first comment. One process. */
export async function findHunks(
  mirror: MirrorOptions,
  pullRequests: readonly Pick<DesiredPullRequest, 'threads' | 'range'>[],
): Promise<readonly ReadonlyMap<string, HunkAt>[]> {
  const wanted = pullRequests.flatMap(({ threads, range }, index) =>
    threads.flatMap(({ root, placement }): Wanted[] =>
      range === null || placement === null || placement.kind === 'conversation'
        ? []
        : [{ index, key: root.key, range, placement }],
    ),
  );
  const groups = [
    ...Map.groupBy(wanted, ({ index, placement }) => `${index} ${placement.commit}`).values(),
  ];
  const diffs = await readDiffs({
    ...mirror,
    diffs: groups.map((group) => ({
      base: group[0]?.range.base ?? '',
      head: group[0]?.placement.commit ?? '',
      paths: [...new Set(group.map(({ placement }) => placement.place.path))],
    })),
  });
  const found = pullRequests.map(() => new Map<string, HunkAt>());
  for (const [position, group] of groups.entries()) {
    const files = diffs[position]?.files ?? [];
    for (const { index, key, placement } of group) {
      const at = placeIn(files, placement);
      if (at !== null) found[index]?.set(key, at);
    }
  }
  return found;
}

/** A file that became a link is two of one name. Pure. */
function placeIn(files: readonly DiffFile[], placement: Placed): HunkAt | null {
  for (const file of files.filter(({ path }) => path === placement.place.path)) {
    const at = placement.kind === 'line' ? hunkAt(file, placement.place) : firstLine(file);
    if (at !== null) return at;
  }
  return null;
}

/** The format is not known to have comments on a whole file: they stand on the first line that its diff shows. */
function firstLine(file: Pick<DiffFile, 'hunks'>): HunkAt | null {
  const [hunk] = file.hunks;
  if (hunk === undefined) return null;
  const isLeft = hunk.lines[0]?.startsWith('-') === true;
  const [side, line] = isLeft
    ? (['LEFT', hunk.oldStart] as const)
    : (['RIGHT', hunk.newStart] as const);
  return hunkAt(file, { side, line, startLine: null, startSide: null });
}
