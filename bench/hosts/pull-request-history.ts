import { History } from '../../sandbox/sample/history/history.ts';
import { sourceText } from './source-text.ts';

/** Describes what becomes of a pull request and of its branch. */
export type Fate =
  /** Into main by a merge commit, which keeps its commits; the branch is gone. */
  | 'merged'
  | 'declined'
  /** The branch is gone, so that its commits can be had by their full hashes alone. */
  | 'declined-and-gone'
  | 'open';

/** Four in five are merged, one in twenty has a head that no branch reaches, one in twenty is open. */
export function fateOf(number: number): Fate {
  switch (number % 20) {
    case 3:
      return 'declined-and-gone';
    case 8:
    case 13:
      return 'declined';
    case 18:
      return 'open';
    default:
      return 'merged';
  }
}

/** The file that a pull request changes, and lines of it that its commits have written. */
export function placeOf(number: number): { readonly path: string; readonly lines: number[] } {
  const path = `src/module-${number % 13}/part-${number % 8}.ts`;
  // Below the line that names the revision.
  return { path, lines: [0, 1, 2, 3, 4].map((block) => (number % 9) + 9 * block + 2) };
}

const linesPerFile = 60;

/**
 * A main branch and as many branches from it, of two commits each. Labels: `start`, and `first-7`, `head-7` and `merge-7`
 * for the seventh.
 */
export function pullRequestHistory(pullRequests: number): History {
  const history = new History({ start: '2021-02-08T08:00:00Z', stepMinutes: 31 });
  const main = 'main';
  let tip = history.commit({
    branch: main,
    message: 'Start',
    changes: startingFiles(),
    label: 'start',
  });
  for (let number = 1; number <= pullRequests; number += 1) {
    const { path } = placeOf(number);
    const branch = branchOf(number);
    const written = { [path]: sourceText(number, linesPerFile) };
    history.commit({
      branch,
      from: tip,
      message: `Change ${path}`,
      changes: written,
      label: `first-${number}`,
    });
    const noted = { [`changes/${number % 20}/${number}.md`]: `Change ${number}: ${path}\n` };
    const head = history.commit({
      branch,
      message: `Note change ${number}`,
      changes: noted,
      label: `head-${number}`,
    });
    if (fateOf(number) !== 'merged') continue;
    tip = history.commit({
      branch: main,
      message: `Merged in ${branch} (pull request #${number})`,
      merges: [head],
      changes: { ...written, ...noted },
      label: `merge-${number}`,
    });
  }
  return history;
}

export function branchOf(number: number): string {
  return `feature/ACME-${number}`;
}

function startingFiles(): Record<string, string> {
  const files: Record<string, string> = { 'README.md': '# Services\n' };
  for (let number = 0; number < 13 * 8; number += 1) {
    files[placeOf(number).path] = sourceText(0, linesPerFile);
  }
  return files;
}
