import type { DiffFile } from '../../../git/diff/diff.ts';
import { readDiffs } from '../../../git/objects/read-diffs.ts';
import type { MirrorOptions } from '../../../git/process/mirror-command.ts';
import { chunksOf } from '../../../kernel/chunks.ts';
import type { ServerAnchor } from '../../records/server/shapes.ts';
import { hunkAt } from '../../write/hunk-at.ts';
import { problemIn, type ServerContents } from './server-contents.ts';

interface Placed {
  readonly id: string;
  readonly file: string;
  readonly anchor: ServerAnchor;
}

/** So many diffs are held in memory at a time. */
const batch = 100;

/** Compares the place of each thread with the diff that git shows between its commits. */
export async function checkAnchors(
  { pulls, findings }: ServerContents,
  options: { readonly mirror: MirrorOptions; readonly missing: ReadonlySet<string> },
): Promise<void> {
  const { mirror, missing } = options;
  const all = [...pulls.values()].flatMap(({ file, activities }) =>
    (activities ?? []).flatMap((one): Placed[] => {
      if (one.kind !== 'COMMENT:ADDED') return [];
      const anchor = one.comment.thread?.anchor;
      return anchor === undefined ? [] : [{ id: one.comment.id, file, anchor }];
    }),
  );
  const tell = ({ id, file }: Placed, kind: 'commit' | 'position', message: string) =>
    findings.report(problemIn(file, kind, `comment ${id}: ${message}`));
  const whole = all.filter((one) => {
    const lost = [one.anchor.fromHash, one.anchor.toHash].find((hash) => missing.has(hash));
    if (lost !== undefined)
      tell(one, 'commit', `its anchor refers to commit ${lost}, which does not exist`);
    return lost === undefined;
  });
  for (const some of chunksOf(whole, batch)) {
    const diffs = await readDiffs({
      ...mirror,
      diffs: some.map(({ anchor }) => {
        return { base: anchor.fromHash, head: anchor.toHash, paths: [anchor.path] };
      }),
    });
    for (const [index, one] of some.entries()) {
      const problem = anchorProblem(one.anchor, diffs[index]?.files ?? []);
      if (problem !== null) tell(one, 'position', problem);
    }
  }
}

const marks = { '+': 'ADDED', '-': 'REMOVED', ' ': 'CONTEXT' } as const;

/** Says what is wrong with a place; `null` where it fits, or where the diff is longer than GitHub shows. */
function anchorProblem(anchor: ServerAnchor, files: readonly DiffFile[]): string | null {
  const { path, line, fileType, lineType } = anchor;
  const found = files.filter((file) => file.path === path || file.oldPath === path);
  if (found.length === 0) return `${path} is not part of the diff`;
  if (line === 0 || found.some(({ isTruncated }) => isTruncated)) return null;
  const side = fileType === 'FROM' ? 'LEFT' : 'RIGHT';
  const wanted = { line, side, startLine: null, startSide: null } as const;
  for (const file of found) {
    const at = hunkAt(file, wanted);
    if (at === null) continue;
    const mark = at.hunk[at.hunk.lastIndexOf('\n') + 1] ?? ' ';
    const shown = marks[mark as keyof typeof marks] ?? 'CONTEXT';
    return shown === lineType ? null : `line ${line} is ${shown} in the diff, not ${lineType}`;
  }
  if (lineType === 'CONTEXT' && found.some((file) => isNear(file, side, line))) return null;
  return `line ${line} is not part of the diff`;
}

/** The importer shows so many lines around a change, and git three of them here. */
const moreContext = 7;

function isNear({ hunks }: DiffFile, side: 'LEFT' | 'RIGHT', line: number): boolean {
  return hunks.some(({ oldStart, newStart, lines }) => {
    const [start, other] = side === 'LEFT' ? [oldStart, '+'] : [newStart, '-'];
    const many = lines.filter((one) => one[0] !== other && one[0] !== '\\').length;
    return line >= start - moreContext && line < start + many + moreContext;
  });
}
