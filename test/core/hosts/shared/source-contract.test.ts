import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourcePullRequest } from '../../../../src/core/ports/records/pull-request.ts';
import type { SourceRepository } from '../../../../src/core/ports/records/repository.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import { sources } from '../../../helpers/sources.ts';
import { openGitClient } from '../../../sandbox/helpers/git.ts';
import type { TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { openFilledSource, sourceOf } from './filled-source.ts';

/** Requirements of every source, whichever host it reads: asked of each adapter against its own face. */
describe.each(sources)('a source: %s', (kind) => {
  let sandbox: TestSandbox;
  let services: TestServices;
  let source: SourceHost;
  let workspace: string;
  let gone: string;

  beforeAll(async () => {
    ({ sandbox, gone } = await openFilledSource(kind));
    services = await createTestServices();
    workspace = sandbox.workspace;
    source = sourceOf({ sandbox, services });
  });

  afterAll(async () => {
    await services[Symbol.asyncDispose]();
    await sandbox.close();
  });

  const name = (slug: string) => ({ workspace, slug });

  it('knows whose credentials they are', async () => {
    const account = await source.verifyCredentials({ workspace, forPullRequests: true });
    expect(account.username).toBe('robin-keller');
    expect(source.kind).toBe(kind);
  });

  it('names the workspaces that there are to choose from', async () => {
    expect(await source.listWorkspaces({})).toContain(workspace);
  });

  it('lists every repository once, in the order of their making, with what is known of each', async () => {
    const found: SourceRepository[] = [];
    for await (const page of source.listRepositories({ workspace })) {
      expect(page.unparsed).toEqual([]);
      expect(page.workspace).toBe(workspace);
      found.push(...page.repositories);
    }
    expect(found.map(({ slug }) => slug)).toEqual([
      'app',
      'app-fork',
      'empty',
      ...Array.from({ length: 120 }, (_, index) => `listed-${index}`),
    ]);
    expect(found[0]).toMatchObject({
      name: 'The App',
      description: 'It runs.',
      visibility: 'private',
      defaultBranch: 'main',
      archived: false,
      forkOf: null,
    });
    expect(found[1]?.forkOf).toBe(`${workspace}/app`);
    expect(found[2]).toMatchObject({ visibility: 'public', defaultBranch: null });
    expect(found[5]?.sizeBytes).toBe(1002);
    expect(new Set(found.map(({ id }) => id)).size).toBe(123);
  });

  it('finds one repository by its slug, and reports that there is none', async () => {
    expect(await source.findRepository(name('app'))).toMatchObject({
      slug: 'app',
      name: 'The App',
    });
    expect(await source.findRepository(name('nothing'))).toBeNull();
  });

  it('says that a workspace is not there', async () => {
    const pages = source.listRepositories({ workspace: 'NOBODY' })[Symbol.asyncIterator]();
    const error = await failureOf(pages.next());
    expect(error.code).toBe('not-found');
    expect(error.message).toContain('NOBODY');
  });

  it('refuses names that would lead elsewhere, without a request', async () => {
    const before = sandbox.requests.length;
    for (const slug of ['..', 'a/b', 'a b', '']) {
      expect((await failureOf(source.findRepository(name(slug)))).code).toBe('input-file');
    }
    expect(sandbox.requests).toHaveLength(before);
  });

  it('reads a file of a branch or a tag, and none that is not there', async () => {
    const file = { ...name('app'), maxBytes: 1000 };
    const text = await source.readTextFile({ ...file, ref: 'feature/a', path: 'b/c.txt' });
    expect(text).toBe('two\n');
    for (const ref of ['release/1', 'v1']) {
      expect(await source.readTextFile({ ...file, ref, path: 'a.txt' })).toBe('one\n');
    }
    expect(await source.readTextFile({ ...file, ref: 'main', path: 'nothing.txt' })).toBeNull();
    expect(await source.readTextFile({ ...file, ref: 'not/there', path: 'a.txt' })).toBeNull();
    expect(await source.readTextFile({ ...file, ref: 'nothing', path: 'a.txt' })).toBeNull();
    expect(await source.readTextFile({ ...file, ref: 'main', path: 'a.txt', maxBytes: 2 })).toBe(
      'on',
    );
  });

  it('leads Git to the repository with credentials that open it, without them in the address', async () => {
    const { url, credential } = source.gitAccess(name('app'));
    expect(url).not.toContain('@');
    const header = Buffer.from(`${credential?.username}:${credential?.password}`).toString(
      'base64',
    );
    await using client = await openGitClient(null);
    const listed = await client.must([
      '-c',
      `http.extraHeader=Authorization: Basic ${header}`,
      'ls-remote',
      url,
    ]);
    expect(listed).toContain('refs/heads/feature/a');
  });

  it('lists all pull requests in the order of their numbers, and counts them', async () => {
    const all: SourcePullRequest[] = [];
    for await (const page of source.pullRequests.list(name('app'))) all.push(...page.pullRequests);
    expect(all.map(({ number }) => number)).toEqual([
      ...Array.from({ length: 120 }, (_, index) => index + 1),
      125,
    ]);
    expect(all[0]).toMatchObject({
      state: 'merged',
      source: { branch: 'gone', repository: `${workspace}/app` },
      destination: { branch: 'main', repository: `${workspace}/app` },
      participants: [{ role: 'reviewer', verdict: 'approved' }],
    });
    expect(gone.startsWith(all[0]?.source.commit ?? '-')).toBe(true);
    expect(all[0]?.author?.displayName).toBe('Robin Keller');
    expect(all[2]?.state).toBe('open');
    expect(all.at(-1)?.state).toBe('declined');
    expect(await source.pullRequests.count(name('app'))).toBe(121);
  });

  it('reads a conversation to its end', async () => {
    const read = { ...name('app'), number: 1, commentCount: 620 };
    const { comments } = await source.pullRequests.conversation(read);
    expect(comments).toHaveLength(620);
    expect(new Set(comments.map(({ id }) => id)).size).toBe(620);
  });

  it('keeps threads, places, resolutions and tasks of a conversation', async () => {
    const read = { ...name('app'), number: 2, commentCount: 6 };
    const { activity, comments, tasks } = await source.pullRequests.conversation(read);
    const byText = new Map(comments.map((one) => [one.text.raw, one]));
    const [line, once] = [byText.get('On a line'), byText.get('Once')];
    expect([...byText.keys()].sort()).toEqual(
      ['In general', 'On a line', 'On the old line', 'Once', 'Thrice', 'Twice'].sort(),
    );
    expect(once?.parentId).toBe(line?.id);
    expect(byText.get('Twice')?.parentId).toBe(once?.id);
    expect(byText.get('Thrice')?.parentId).toBe(once?.id);
    expect(line?.resolution?.by?.displayName).toBe('Robin Keller');
    expect(line?.author?.displayName).toBe('Amara Okafor');
    expect(line?.inline).toMatchObject({
      path: 'a.txt',
      from: null,
      to: 1,
      isOutdated: true,
      sourceCommit: gone,
    });
    const old = byText.get('On the old line')?.inline;
    expect(old).toMatchObject({ from: 2, to: null, startFrom: 1, startTo: null });
    expect(byText.get('In general')?.inline).toBeNull();
    const done = tasks.map(({ text, isResolved, commentId }) => [text.raw, isResolved, commentId]);
    expect(done).toContainEqual(['Do it', true, line?.id]);
    expect(done).toContainEqual(['Cancel', false, null]);
    expect(activity.map((one) => one.kind)).toContain('approved');
    const merged = activity.find((one) => one.kind === 'state' && one.state === 'merged');
    expect(merged?.by?.displayName).toBe('Robin Keller');
  });

  it('reads the comments alone', async () => {
    const { comments } = await source.pullRequests.comments({ ...name('app'), number: 2 });
    expect(comments).toHaveLength(6);
  });

  it('makes a whole hash of a short one, and shows what a pull request changes', async () => {
    const short = { ...name('app'), hash: gone.slice(0, 12) };
    expect(await source.pullRequests.expandCommit(short)).toBe(gone);
    const nobody = { ...name('app'), hash: 'abcdef123456' };
    expect(await source.pullRequests.expandCommit(nobody)).toBeNull();
    const lost = { ...name('app'), number: 125, maxBytes: 1000 };
    expect(await source.pullRequests.readPatch(lost)).toBeNull();
  });

  it('knows who may be mentioned', async () => {
    const members = await source.pullRequests.members({ workspace });
    expect(members.map(({ displayName }) => displayName)).toContain('Amara Okafor');
  });

  it('is refused with credentials that the host does not know', async () => {
    const stranger = sourceOf({ sandbox, services, secret: 'x'.repeat(40) });
    const error = await failureOf(stranger.verifyCredentials({ workspace }));
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('401 Unauthorized');
  });

  it('does nothing after it was told to stop', async () => {
    const signal = AbortSignal.abort();
    const before = sandbox.requests.length;
    expect((await failureOf(source.findRepository({ ...name('app'), signal }))).code).toBe(
      'interrupted',
    );
    expect(sandbox.requests).toHaveLength(before);
  });
});
