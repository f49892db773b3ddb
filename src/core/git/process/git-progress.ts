import type { Progress } from '../../ports/records/events.ts';

const stages: Readonly<Record<string, string>> = {
  'Counting objects': 'counting objects',
  'Compressing objects': 'compressing objects',
  'Receiving objects': 'receiving objects',
  'Resolving deltas': 'resolving deltas',
  'Writing objects': 'sending objects',
  'Downloading LFS objects': 'receiving LFS objects',
  'Uploading LFS objects': 'sending LFS objects',
};

/**
 * Reads git's and git-lfs's progress (`Receiving objects:  45% (9/20), 1.2 MiB`, `\r` between them) from pieces
 * of standard error as they come.
 */
export function progressReader(report: (progress: Progress) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split(/[\r\n]/);
    // A host may send a line without an end: only its tail can be progress.
    rest = (parts.pop() ?? '').slice(-1000);
    for (const part of parts) {
      const progress = parseProgress(part);
      if (progress !== null) report(progress);
    }
  };
}

/** One line of git's progress, or `null` if it is something else. Pure. */
export function parseProgress(line: string): Progress | null {
  const match = /^(?:remote: )?([A-Z][A-Za-z ]{3,40}):\s+\d{1,3}% \((\d{1,15})\/(\d{1,15})\)/.exec(
    line,
  );
  const what = stages[match?.[1] ?? ''];
  if (match === null || what === undefined) return null;
  return { done: Number(match[2]), total: Number(match[3]), unit: 'objects', what };
}
