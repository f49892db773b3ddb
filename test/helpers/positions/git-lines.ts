/** A line of a file's diff, found by reading git's own text from its first line to its last. */
export interface GitLine {
  /** Lines of the diff from its `@@` line to this one, without the function that git adds to the first. */
  readonly hunk: string;
  /** Lines after the file's first `@@` line. */
  readonly position: number;
  /** Number on each side; `null`: that side does not have it. */
  readonly old: number | null;
  readonly new: number | null;
}

/** Reads the diff of one path out of the whole diff of two trees. Pure. */
export function gitLinesOf(text: string, path: string): readonly GitLine[] {
  return text
    .split(/^diff --git /m)
    .filter((part) => part.slice(0, part.indexOf('\n')).endsWith(` b/${path}`))
    .flatMap(linesOfFile);
}

function linesOfFile(part: string): readonly GitLine[] {
  const found: GitLine[] = [];
  let position = -1;
  let hunk: string[] = [];
  let [old, added] = [0, 0];
  // What the sides still have of this part: no line of theirs begins another.
  let [oldLeft, newLeft] = [0, 0];
  const rows = part.split('\n').slice(1, -1);
  for (const row of rows) {
    const isInside = oldLeft > 0 || newLeft > 0 || (position > 0 && row.startsWith('\\'));
    const [header, oldAt, oldCount = '1', newAt, newCount = '1'] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    if (!isInside && header !== undefined) {
      hunk = [header];
      [old, added] = [Number(oldAt), Number(newAt)];
      [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
      position += 1;
      continue;
    }
    if (!isInside) continue;
    position += 1;
    hunk.push(row);
    if (row.startsWith('\\')) continue;
    const isOld = !row.startsWith('+');
    const isNew = !row.startsWith('-');
    const one = { hunk: hunk.join('\n'), position };
    found.push({ ...one, old: isOld ? old : null, new: isNew ? added : null });
    if (isOld) [old, oldLeft] = [old + 1, oldLeft - 1];
    if (isNew) [added, newLeft] = [added + 1, newLeft - 1];
  }
  return found;
}
