import { History } from '../history/history.ts';

/** The file that all pull requests of the trial change. */
export const trialFile = 'lines.txt';

/** Line 10 of the new file is changed, and line 20 of the old one is gone. */
export const changedLine = 10;
export const removedLine = 20;

/**
 * Makes a branch for each pull request of the trial, all from the first commit: `outdated` has two commits, `force-pushed` had another
 * one before, and `merged` is merged into main.
 */
export function trialHistory(keys: readonly string[]): History {
  const history = new History({ start: '2024-01-08T08:00:00Z', stepMinutes: 60 });
  const base = history.commit({
    branch: 'main',
    label: 'base',
    message: 'Begin',
    changes: { 'README.md': '# Trial\n', [trialFile]: fileWith(null) },
  });
  for (const key of keys) {
    const options = { branch: branchOf(key), from: base, message: `Try ${key}` };
    const changes = { [trialFile]: fileWith(key), [`${key}.txt`]: `${key}\n` };
    const first = history.commit({ ...options, label: `${key} first`, changes });
    if (key === 'merged') {
      const merge = { branch: 'main', from: base, merges: [first], label: 'merge' };
      history.commit({ ...merge, message: `Merged in ${branchOf(key)}`, changes });
    }
    if (key === 'force-pushed') {
      // Commits that no branch has are not in an archive.
      history.ref(`${branchOf(key)}-before`, first);
      history.commit({ ...options, label: `${key} second`, message: `Try ${key} again`, changes });
    }
    if (key === 'outdated') {
      const back = { [trialFile]: fileWith(null) };
      history.commit({ ...options, from: first, label: 'outdated second', changes: back });
    }
  }
  return history;
}

export function branchOf(key: string): string {
  return `trial/${key}`;
}

function fileWith(key: string | null): string {
  const lines: string[] = [];
  for (let line = 1; line <= 40; line += 1) {
    if (key !== null && line === removedLine) continue;
    lines.push(key !== null && line === changedLine ? `line ${line} of ${key}` : `line ${line}`);
  }
  return `${lines.join('\n')}\n`;
}
