import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGitClient } from '../helpers/git.ts';
import { askBitbucket, type RestAnswer } from '../helpers/rest.ts';
import type { TestSandbox } from '../helpers/sandbox.ts';
import { list, openProposed, type Proposed, valuesOf } from './proposed.ts';

let sandbox: TestSandbox;
let tips: Proposed['tips'];

beforeAll(async () => {
  ({ sandbox, tips } = await openProposed());
});

afterAll(() => sandbox.close());

describe('one pull request', () => {
  it('is shown with its participants, and is not there under a number of a gap', async () => {
    const found = await askBitbucket(sandbox, `${list}/1`);
    expect(found.body).toMatchObject({ id: 1, participants: [{ approved: true }] });
    expect((await askBitbucket(sandbox, `${list}/3`)).status).toBe(404);
    expect((await askBitbucket(sandbox, `${list}/1/approve`)).status).toBe(501);
  });

  it('has its comments in a flat list, deleted ones without text, others’ unpublished ones never', async () => {
    const answer = await askBitbucket(sandbox, `${list}/1/comments?pagelen=100`);
    const rows = valuesOf(answer);
    expect(rows.map(({ content }) => (content as { raw: string }).raw)).toEqual([
      'root',
      'reply',
      '',
      'still here',
      'mine alone',
    ]);
    expect(rows[0]).toMatchObject({ inline: { path: 'a.txt', from: null, to: 2 }, deleted: false });
    expect(rows[1]).toMatchObject({ parent: { id: rows[0]?.id } });
    expect(rows[2]).toMatchObject({ deleted: true });
    expect(rows[3]).toMatchObject({ user: null, parent: { id: rows[2]?.id } });
    expect(rows[4]).toMatchObject({ pending: true });
    const published = await askBitbucket(sandbox, `${list}/1/comments?q=deleted=false`);
    expect(valuesOf(published)).toHaveLength(4);
    expect((await askBitbucket(sandbox, `${list}/1/comments?pagelen=101`)).status).toBe(400);
  });

  it('has more comments than a page holds', async () => {
    const first = await askBitbucket(sandbox, `${list}/6/comments?pagelen=100`);
    expect(valuesOf(first)).toHaveLength(100);
    const next = String(first.body.next).slice(sandbox.environment.SRC_API_URL.length);
    expect(valuesOf(await askBitbucket(sandbox, next))).toHaveLength(20);
  });

  it('has tasks, resolved ones too', async () => {
    const rows = valuesOf(await askBitbucket(sandbox, `${list}/1/tasks?pagelen=100`));
    expect(rows).toMatchObject([
      {
        state: 'RESOLVED',
        content: { raw: 'done' },
        resolved_by: { display_name: 'Robin Keller' },
      },
      { state: 'UNRESOLVED', content: { raw: 'to do' }, resolved_by: null },
    ]);
  });

  it('has its activity newest first, on pages without numbers', async () => {
    const kinds = (answer: RestAnswer): (string | undefined)[] =>
      valuesOf(answer).map((row) => Object.keys(row).find((key) => key !== 'pull_request'));
    const first = await askBitbucket(sandbox, `${list}/1/activity?pagelen=2`);
    expect(kinds(first)).toEqual(['approval', 'comment']);
    expect(first.body).not.toHaveProperty('size');
    const next = String(first.body.next).slice(sandbox.environment.SRC_API_URL.length);
    expect(kinds(await askBitbucket(sandbox, next))).toEqual(['comment', 'comment']);
    const merged = await askBitbucket(sandbox, `${list}/2/activity`);
    expect(valuesOf(merged).map(({ update }) => (update as { state: string }).state)).toEqual([
      'MERGED',
      'OPEN',
    ]);
    expect(kinds(await askBitbucket(sandbox, `${list}/5/activity`))).toEqual([undefined]);
  });

  it('has commits while its branch is there', async () => {
    const ofBranch = await askBitbucket(sandbox, `${list}/1/commits`);
    expect(valuesOf(ofBranch)).toMatchObject([{ hash: tips.kept, message: 'kept\n' }]);
    expect(valuesOf(await askBitbucket(sandbox, `${list}/2/commits`))).toEqual([]);
    expect((await askBitbucket(sandbox, `${list}/5/commits`)).status).toBe(404);
  });

  it('leads to its diff, which is plain text', async () => {
    const answer = await askBitbucket(sandbox, `${list}/2/diff`);
    expect(answer.status).toBe(302);
    const location = answer.headers.get('location') ?? '';
    const spec = `acme-workspace/app:${tips.gone.slice(0, 12)}%0D${tips.main.slice(0, 12)}`;
    expect(location).toBe(
      `${sandbox.environment.SRC_API_URL}/2.0/repositories/acme-workspace/app/diff/${spec}?from_pullrequest_id=2&topic=true`,
    );
    const path = location.slice(sandbox.environment.SRC_API_URL.length);
    const diff = await askBitbucket(sandbox, path);
    expect(diff.headers.get('content-type')).toContain('text/plain');
    expect(diff.text).toContain('@@ -1 +1,2 @@\n one\n+three\n');
    const patch = await askBitbucket(sandbox, path.replace('/diff/', '/patch/'));
    expect(patch.text).toContain('Subject: [PATCH] team/gone');
    const pruned = await askBitbucket(sandbox, `${list}/5/diff`);
    const gone = String(pruned.headers.get('location'));
    const none = await askBitbucket(sandbox, gone.slice(sandbox.environment.SRC_API_URL.length));
    expect(none.status).toBe(404);
  });
});

describe('commits, files and members', () => {
  const base = '/2.0/repositories/acme-workspace/app';

  it('a commit is found by some of its digits, and told to be missing', async () => {
    const found = await askBitbucket(sandbox, `${base}/commit/${tips.gone.slice(0, 12)}`);
    expect(found.body).toMatchObject({ hash: tips.gone, parents: [{ hash: tips.main }] });
    const none = await askBitbucket(sandbox, `${base}/commit/0123456789ab`);
    expect(none.status).toBe(404);
    const data = { shas: ['0123456789ab'] };
    expect(none.body).toEqual({
      type: 'error',
      error: { message: 'Commit not found', data },
      data,
    });
  });

  it('a file is given as it is', async () => {
    expect((await askBitbucket(sandbox, `${base}/src/main/a.txt`)).text).toBe('one\n');
    expect((await askBitbucket(sandbox, `${base}/src/main/.gitattributes`)).status).toBe(404);
    expect((await askBitbucket(sandbox, `${base}/src/--help/a.txt`)).status).toBe(404);
  });

  it('a branch is found by its name with its slashes as they are, and told to be missing', async () => {
    const path = `${base}/refs/branches`;
    const from = { cwd: sandbox.bitbucket.gitDirectory('app') };
    await using client = await openGitClient(null);
    await client.must(['update-ref', 'refs/heads/release/2026.1', tips.kept], from);
    const found = await askBitbucket(sandbox, `${path}/release/2026.1?fields=name,target.hash`);
    expect(found.body).toEqual({ name: 'release/2026.1', target: { hash: tips.kept } });
    for (const name of ['release', 'release/2026', 'main%5E', '--help', 'release%2F2026.1']) {
      const none = await askBitbucket(sandbox, `${path}/${name}`);
      expect([none.status, none.body.type]).toEqual([404, 'error']);
    }
  });

  it('a ref with a slash cannot name a file', async () => {
    const encoded = await askBitbucket(sandbox, `${base}/src/release%2F2026.1/a.txt`);
    const raw = await askBitbucket(sandbox, `${base}/src/release/2026.1/a.txt`);
    expect([encoded.status, raw.status]).toEqual([404, 404]);
    const byCommit = await askBitbucket(sandbox, `${base}/src/${tips.kept}/a.txt`);
    expect(byCommit.text).toBe('one\ntwo\n');
  });

  it('members are reported by account, without user names', async () => {
    sandbox.bitbucket.addPerson({ name: 'Pipeline token', type: 'app_user' });
    const answer = await askBitbucket(sandbox, '/2.0/workspaces/acme-workspace/members');
    const users = valuesOf(answer).map(({ user }) => user as Record<string, unknown>);
    expect(users.map(({ display_name }) => display_name)).toEqual(['Robin Keller', 'Amara Okafor']);
    expect(users[1]?.account_id).toMatch(/^712020:/);
    expect(users[1]).not.toHaveProperty('username');
  });
});

describe('git', () => {
  it('gives the commit of a deleted branch by its full hash alone, and none that is pruned', async () => {
    await using client = await openGitClient({
      username: 'x-bitbucket-api-token-auth',
      password: sandbox.environment.SRC_API_TOKEN,
    });
    const url = `${sandbox.environment.SRC_GIT_URL}/acme-workspace/app.git`;
    await client.must(['init', '--quiet', '--bare', 'mirror']);
    const fetch = (hash: string) =>
      client.git(['-c', 'protocol.version=2', 'fetch', '--quiet', url, `${hash}:refs/x`], {
        cwd: `${client.folder}/mirror`,
      });
    const refs = await client.must(['ls-remote', url]);
    expect(refs).not.toContain('gone');
    expect(refs).not.toContain('pull-requests');
    expect((await fetch(tips.gone)).code).toBe(0);
    const pruned = sandbox.bitbucket.findRepository('app')?.pullRequests[2]?.source.commit ?? '';
    const refused = await fetch(pruned);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(`not our ref ${pruned}`);
  });
});
