import type { PullRequestRecords } from '../../../../../src/core/archive/records/record-types.ts';
import { archiveAddresses } from '../../../../../src/core/archive/write/addresses.ts';
import type { HunkAt } from '../../../../../src/core/archive/write/hunk-at.ts';
import type { ArchiveRendering } from '../../../../../src/core/replica/desired/archive/archive-rendering.ts';
import { createLogins } from '../../../../../src/core/replica/desired/archive/logins.ts';
import { renderRecords } from '../../../../../src/core/replica/desired/archive/render-records.ts';
import { desirePullRequest } from '../../../../../src/core/replica/model/desire-pull-request.ts';
import { options } from '../render/fixture.ts';
import { words } from '../render/words.ts';

export const head = 'a'.repeat(40);
export const older = 'c'.repeat(40);
export const merge = 'd'.repeat(40);

export const addresses = archiveAddresses({
  host: 'https://bitbucket.org',
  owner: 'acme',
  repository: 'app',
});

export const hunk: HunkAt = {
  hunk: '@@ -1,2 +1,3 @@\n one\n+two',
  position: 2,
  side: 'right',
  line: 2,
  startLine: null,
};

/** Renders a pull request; each inline thread has its place at the same line. */
export function records(
  change: Parameters<typeof options>[0] = {},
  rendering: Partial<ArchiveRendering> = {},
): PullRequestRecords {
  const read = options(change);
  const { convert } = read.words;
  const pullRequest = desirePullRequest({ ...read, convert, range: null });
  const hunks = new Map(pullRequest.threads.map(({ root }) => [root.key, hunk]));
  return renderRecords({
    pullRequest,
    words: words(),
    addresses,
    logins: createLogins(addresses, 'acme'),
    commits: { base: 'b'.repeat(40), head, merge: null },
    hunks,
    rewrites: [],
    isHeadDeleted: false,
    ...rendering,
  });
}

export const janeUrl = 'https://bitbucket.org/jane';
export const bobUrl = 'https://bitbucket.org/bob';

export function day(number: number): string {
  return `2023-05-0${number}T10:00:00.500000+00:00`;
}
