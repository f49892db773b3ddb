import type { BitbucketPerson } from '../../../../sandbox/bitbucket/accounts/people.ts';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { createBitbucketDataCenter } from '../../../../src/core/hosts/bitbucket-data-center/bitbucket-data-center.ts';
import { readSourceCredentials } from '../../../../src/core/ports/credentials/source-credentials.ts';
import type { SourceKind } from '../../../../src/core/ports/records/repository.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import { makeRepository, openGitClient } from '../../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import type { TestServices } from '../../network/support/client.ts';

export interface FilledSource {
  readonly sandbox: TestSandbox;
  /** A commit that no branch has any more, only pull requests. */
  readonly gone: string;
}

/** 123 repositories, of which `app` has 121 pull requests, on a source of this kind. */
export async function openFilledSource(kind: SourceKind): Promise<FilledSource> {
  const sandbox = await openSandbox({ source: kind, limits: { bitbucket: 'none' } });
  const { bitbucket } = sandbox;
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
  const gone = await client.must(['commit-tree', 'main^{tree}', '-p', 'main', '-m', 'gone'], {
    cwd: from,
  });
  await client.must(['update-ref', 'refs/heads/gone', gone], { cwd: from });
  await client.must(['branch', 'feature/a', 'main'], { cwd: from });
  await client.must(['tag', 'release/1', 'main'], { cwd: from });
  await client.must(['tag', '-am', 'The first', 'v1', 'main'], { cwd: from });
  await bitbucket.addRepository({ slug: 'app', name: 'The App', description: 'It runs.', from });
  await bitbucket.addRepository({ slug: 'app-fork', parent: 'app', from });
  await bitbucket.addRepository({ slug: 'empty', isPrivate: false });
  for (let index = 0; index < 120; index += 1) {
    const declared = { sizeBytes: 1000 + index };
    await bitbucket.addRepository({ slug: `listed-${index}`, declared });
  }
  const amara = bitbucket.addPerson({ name: 'Amara Okafor' });
  for (let number = 1; number <= 120; number += 1) {
    bitbucket.addPullRequest('app', {
      state: number % 3 === 0 ? 'OPEN' : 'MERGED',
      mergeCommit: number % 3 === 0 ? null : gone,
      source: { branch: 'gone' },
      participants: [{ person: amara, state: 'approved', on: new Date('2024-01-01T00:00:00Z') }],
      conversation: () => talk(number, { amara, gone }),
    });
  }
  bitbucket.addPullRequest('app', {
    number: 125,
    state: 'DECLINED',
    source: { branch: 'x', commit: 'pruned', repository: 'fork-gone' },
  });
  await bitbucket.deleteBranch('app', 'gone');
  return { sandbox, gone };
}

/** The conversation of a pull request: the first is long, the second has a thread of every kind. */
function talk(
  number: number,
  { amara, gone }: { readonly amara: BitbucketPerson; readonly gone: string },
) {
  if (number === 1) return { comments: Array.from({ length: 620 }, () => ({ text: 'again' })) };
  if (number !== 2) return {};
  return {
    comments: [
      {
        text: 'On a line',
        author: amara,
        inline: { path: 'a.txt', to: 1, sourceCommit: gone, isOutdated: true },
        resolved: true as const,
        replies: [{ text: 'Once', replies: [{ text: 'Twice' }, { text: 'Thrice' }] }],
        tasks: [{ text: 'Do it', resolved: true }],
      },
      { text: 'On the old line', inline: { path: 'a.txt', from: 2, startFrom: 1 } },
      { text: 'In general' },
    ],
    tasks: [{ text: 'Cancel' }],
  };
}

/** The adapter of a sandbox's source, with its credentials or another secret. */
export function sourceOf({
  sandbox: { dataCenter, environment },
  services,
  secret,
}: {
  readonly sandbox: TestSandbox;
  readonly services: TestServices;
  readonly secret?: string;
}): SourceHost {
  const variable = dataCenter === null ? 'SRC_API_TOKEN' : 'SRC_TOKEN';
  const access = readSourceCredentials({
    ...environment,
    ...(secret === undefined ? {} : { [variable]: secret }),
  });
  if (access.kind === 'bitbucket-cloud') return createBitbucketCloud({ access, services });
  return createBitbucketDataCenter({ access, services, hideUser: () => undefined });
}
