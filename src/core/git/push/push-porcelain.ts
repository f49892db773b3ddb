/** What `git push --porcelain` says of one ref. */
export interface PushLine {
  readonly ref: string;
  readonly status: 'pushed' | 'up-to-date' | 'rejected';
  /** The words in the last parentheses of a rejection; empty otherwise. */
  readonly reason: string;
  /** Whether our git rejected it, and the host was not asked. */
  readonly isLocal: boolean;
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
    });
  }
  return lines;
}
