import { makeRepository, openGitClient } from '../helpers/git.ts';
import type { RestAnswer } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

export const list = '/2.0/repositories/acme-workspace/app/pullrequests';

export interface Proposed {
  readonly sandbox: TestSandbox;
  readonly tips: { readonly main: string; readonly kept: string; readonly gone: string };
}

/** A repository with four pull requests, in each state one: 1, 2, 5 and 6. */
export async function openProposed(): Promise<Proposed> {
  const sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
  const { bitbucket } = sandbox;
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n' });
  const commit = async (branch: string, text: string): Promise<string> => {
    const tree = await client.must(['mktree'], {
      cwd: from,
      input: `100644 blob ${await client.must(['hash-object', '-w', '--stdin'], { cwd: from, input: text })}\ta.txt\n`,
    });
    const hash = await client.must(['commit-tree', tree, '-p', 'main', '-m', branch], {
      cwd: from,
    });
    await client.must(['update-ref', `refs/heads/${branch}`, hash], { cwd: from });
    return hash;
  };
  const tips = {
    main: await client.must(['rev-parse', 'main'], { cwd: from }),
    kept: await commit('kept', 'one\ntwo\n'),
    gone: await commit('team/gone', 'one\nthree\n'),
  };
  await bitbucket.addRepository({ slug: 'app', from });
  await bitbucket.addRepository({ slug: 'fork', from, parent: 'app' });
  const amara = bitbucket.addPerson({ name: 'Amara Okafor' });
  const on = new Date('2024-02-03T04:05:06.789Z');
  bitbucket.addPullRequest('app', {
    title: 'First',
    description: 'What it *does*',
    source: { branch: 'kept' },
    participants: [{ person: amara, state: 'approved', on }],
    conversation: {
      comments: [
        {
          text: 'root',
          inline: { path: 'a.txt', to: 2 },
          replies: [{ text: 'reply', author: amara }],
        },
        { deleted: true, replies: [{ author: null, text: 'still here' }] },
        { pending: true, text: 'mine alone' },
        { pending: true, text: 'not mine', author: amara },
      ],
      tasks: [{ text: 'done', resolved: true }, { text: 'to do' }],
    },
  });
  bitbucket.addPullRequest('app', {
    state: 'MERGED',
    source: { branch: 'team/gone' },
    mergeCommit: tips.gone,
    closedBy: amara,
  });
  await bitbucket.deleteBranch('app', 'team/gone');
  bitbucket.addPullRequest('app', {
    number: 5,
    state: 'DECLINED',
    reason: 'too late',
    author: null,
    source: { branch: 'x', commit: 'pruned', repository: 'fork-gone' },
    conversation: { activity: [{ kind: 'bare', on }] },
  });
  bitbucket.addPullRequest('app', {
    state: 'SUPERSEDED',
    source: { branch: 'kept', repository: 'acme-workspace/fork' },
    conversation: () => ({ comments: Array.from({ length: 120 }, () => ({ text: 'again' })) }),
  });
  return { sandbox, tips };
}

export function valuesOf(answer: RestAnswer): Record<string, unknown>[] {
  return answer.body.values as Record<string, unknown>[];
}
