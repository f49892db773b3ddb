import type { PullRequestRecords } from '../../../../../src/core/archive/records/record-types.ts';
import { archiveAddresses } from '../../../../../src/core/archive/write/addresses.ts';
import type { HunkAt } from '../../../../../src/core/archive/write/hunk-at.ts';
import type {
  ArchiveRendering,
  FoundRendering,
} from '../../../../../src/core/replica/desired/archive/archive-rendering.ts';
import { renderRecords } from '../../../../../src/core/replica/desired/archive/github/render-records.ts';
import { createLogins } from '../../../../../src/core/replica/desired/archive/logins.ts';
import { renderServerPull } from '../../../../../src/core/replica/desired/archive/server/render-server-pull.ts';
import { createServerPeople } from '../../../../../src/core/replica/desired/archive/server/server-people.ts';
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

/** A pull request as archives find it; each inline thread has its place at the same line. */
export function found(
  change: Parameters<typeof options>[0] = {},
  rendering: Partial<FoundRendering> = {},
): FoundRendering {
  const read = options(change);
  const { convert } = read.words;
  const pullRequest = desirePullRequest({ ...read, convert, range: null });
  return {
    pullRequest,
    words: words(),
    commits: { base: 'b'.repeat(40), head, merge: null },
    hunks: new Map(pullRequest.threads.map(({ root }) => [root.key, hunk])),
    rewrites: [],
    isHeadDeleted: false,
    ...rendering,
  };
}

/** Renders a pull request as records of GitHub's format. */
export function records(
  change: Parameters<typeof options>[0] = {},
  rendering: Partial<ArchiveRendering> = {},
): PullRequestRecords {
  const logins = createLogins(addresses, 'acme');
  return renderRecords({ ...found(change, rendering), addresses, logins, ...rendering });
}

/** Renders it as an export of a Data Center. */
export function serverPull(
  change: Parameters<typeof options>[0] = {},
  rendering: Partial<FoundRendering> = {},
) {
  return renderServerPull({ ...found(change, rendering), people: createServerPeople() });
}

export const janeUrl = 'https://bitbucket.org/jane';
export const bobUrl = 'https://bitbucket.org/bob';

export function day(number: number): string {
  return `2023-05-0${number}T10:00:00.500000+00:00`;
}
