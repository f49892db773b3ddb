import type { FileDiff } from '../../../../git/diff/parse-diff.ts';
import type { ExportedAnchor, Records } from '../../archive.ts';

/** Reads what git shows between two commits of the imported repository; `null` where one of them is not there. */
export type Hunks = (base: string, head: string) => Promise<ReadonlyMap<string, FileDiff> | null>;

type Place = Pick<
  Records['pull_request_review_threads'],
  'diff_hunk' | 'position' | 'original_position' | 'original_line' | 'side' | 'subject_type'
>;

/** Where the importer puts a thread, or its word for why it cannot. */
export async function findPlace(hunks: Hunks, anchor: ExportedAnchor): Promise<Place | string> {
  const { path, line, fileType, fromHash, toHash, orphaned } = anchor;
  const files = await hunks(fromHash, toHash);
  if (files === null) return 'REVIEW_THREAD_MISSING_END_COMMIT_OID';
  const file = [...files.values()].find((one) => one.path === path || one.oldPath === path);
  if (file === undefined) return 'INVALID_REVIEW_THREAD';
  const base = { position: orphaned ? null : 1, original_position: 1 };
  if (line === 0)
    return { ...base, diff_hunk: '', original_line: 1, side: 'right', subject_type: 'file' };
  let before = 0;
  for (const { header, rows } of file.hunks) {
    const at = rows.findIndex((row) => (fileType === 'FROM' ? row.left : row.right) === line);
    if (at >= 0) {
      const shown = rows.slice(0, at + 1).map(({ text }) => text);
      const position = before + at + 1;
      return {
        diff_hunk: [header, ...shown].join('\n'),
        position: orphaned ? null : position,
        original_position: position,
        original_line: line,
        side: fileType === 'FROM' ? 'left' : 'right',
        subject_type: 'line',
      };
    }
    before += rows.length + 1;
  }
  return 'LINE_NOT_FOUND_IN_DIFF';
}
