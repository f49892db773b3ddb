import { gitWithInput } from './git-fixture.ts';

/** A commit on `main` by each author, the last one newest. */
export function addCommitsBy(gitDirectory: string, authors: readonly string[]): void {
  const commits = authors.map((author, index) => {
    const when = `${1_700_000_000 + index} +0000`;
    return `commit refs/heads/main\nauthor ${author} ${when}\ncommitter ${author} ${when}\ndata 1\nx\n`;
  });
  gitWithInput(gitDirectory, ['fast-import', '--quiet'], commits.join(''));
}
