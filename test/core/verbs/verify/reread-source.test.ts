import { describe, expect, it } from 'vitest';
import type { SourcePullRequest } from '../../../../src/core/ports/records/pull-request.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import type { RereadSource } from '../../../../src/core/verbs/verify/reread-source.ts';
import { hashOf, MigratedTarget, migratedAt } from './migrated-target.ts';

const before = new Date(migratedAt - 1000).toISOString();
const since = new Date(migratedAt + 1000).toISOString();

function pullRequest(change: Partial<SourcePullRequest> = {}): SourcePullRequest {
  const one: Partial<SourcePullRequest> = {
    ...{ number: 1, title: 'Add a basket', state: 'open', commentCount: 3 },
    ...{ updatedAt: before, webUrl: 'https://bitbucket.example/1' },
    ...change,
  };
  return one as SourcePullRequest;
}

/** A source with these pull requests, whose conversations have comments of these times. */
function source(
  pullRequests: readonly SourcePullRequest[],
  comments: readonly { createdAt: string; updatedAt: string }[] = [],
): RereadSource {
  const host = {
    gitAccess: () => ({ url: 'https://bitbucket.example/web.git' }),
    pullRequests: {
      async *list() {
        yield { pullRequests };
      },
      conversation: async () => ({ comments }),
    },
  };
  return { source: host as unknown as SourceHost, workspace: 'acme', planned: new Map() };
}

const old = { createdAt: before, updatedAt: before };

describe('rereadSource', () => {
  it('finds no change right after the migration', async () => {
    expect(await new MigratedTarget().differences(source([pullRequest()]))).toEqual([]);
  });

  it('reports refs that were changed, deleted and created', async () => {
    const target = new MigratedTarget();
    target.sourceRefs.set('refs/heads/main', hashOf('d'));
    target.sourceRefs.set('refs/heads/new', hashOf('e'));
    target.sourceRefs.delete('refs/tags/v1');
    expect(await target.differences(source([pullRequest()]))).toEqual([
      'changed-on-source tag v1: has since been deleted on Bitbucket',
      'changed-on-source branch new: has since been created on Bitbucket',
      'changed-on-source branch main: points to dddddddddd on Bitbucket now; it pointed to aaaaaaaaaa',
    ]);
  });

  it('reports new pull requests and another state', async () => {
    const pulls = [pullRequest({ state: 'merged' }), pullRequest({ number: 2, title: 'New' })];
    expect(await new MigratedTarget().differences(source(pulls))).toEqual([
      'changed-on-source pull-request #1: is merged on Bitbucket now; it was open',
      'changed-on-source pull-request #2: has since been opened on Bitbucket: New',
    ]);
  });

  it('reads the conversation of a touched pull request for new and changed comments', async () => {
    const edited = { createdAt: before, updatedAt: since };
    const fresh = { createdAt: since, updatedAt: since };
    const reread = source([pullRequest({ updatedAt: since })], [old, old, edited, fresh]);
    expect(await new MigratedTarget().differences(reread)).toEqual([
      'changed-on-source pull-request #1: has 1 new comment on Bitbucket',
      'changed-on-source pull-request #1: has 1 changed comment on Bitbucket',
    ]);
  });

  it('reports deleted comments, and another count alone as no change', async () => {
    const counted = [pullRequest({ commentCount: 4 })];
    const target = new MigratedTarget();
    expect(await target.differences(source(counted, [old, old, old]))).toEqual([]);
    expect(await target.differences(source(counted, [old]))).toEqual([
      'changed-on-source pull-request #1: has 2 fewer comments on Bitbucket',
    ]);
  });

  it('reports a touched pull request whose conversation is the same', async () => {
    const reread = source([pullRequest({ updatedAt: since })], [old, old, old]);
    expect(await new MigratedTarget().differences(reread)).toEqual([
      'changed-on-source pull-request #1: has since been changed on Bitbucket (title, description, reviewers or commits)',
    ]);
  });
});
