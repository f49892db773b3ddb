import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeComment } from '../../../../sandbox/bitbucket/changes/conversation.ts';
import { declinePullRequest } from '../../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { administrator } from '../../../core/verbs/cutover/lock/locked-sandbox.ts';
import { sources } from '../../../helpers/sources.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

describe.each(sources)('closed pull requests of %s that no list shows as changed', (source) => {
  let place: PullRequestPlace;
  beforeAll(async () => {
    place = await openPullRequestPlace({ source, plan: { follow: true } });
    expect(declinePullRequest(place.at(4), place.deed, { reason: 'No' })).toBeNull();
    const { code, stdout } = await place.sync('--reread', 'changed');
    expect(code, stdout).toBe(0);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  /** As a host does that notes it nowhere. */
  function edit(text: string): void {
    const { pull } = place.at(4);
    const [general] = pull.conversation().comments.map(({ id }) => id);
    changeComment(pull, general ?? 0, { text: { raw: text, markup: 'markdown' } });
  }

  it('are left where only changed ones are asked for', async () => {
    edit('Said silently');
    expect((await place.sync('--reread', 'changed')).stdout).toContain('1 unchanged');
    expect(place.textsWith(4, 'Said silently')).toEqual([]);
  });

  it('are read again by a sync whose source leaves room, which says so', async () => {
    const { code, stdout, stderr } = await place.sync();
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Re-reads closed ones: 5 pull requests, about (15|5) requests/);
    expect(stdout).toContain('Re-read: 5 closed pull requests.');
    expect(place.textsWith(4, 'Said silently')).toHaveLength(1);
  });

  it('cost what the command says before it begins', async () => {
    const { stderr } = await place.sync('--reread', 'all');
    expect(stderr).toMatch(/Re-reads, changed or not: 6 pull requests, about (18|6) requests/);
  });

  it('are read before the lock where the last sync has not read them', async () => {
    edit('Said at last');
    expect((await place.sync('--reread', 'changed')).code).toBe(0);
    const { sandbox, migration } = place;
    const { scopes, right } = administrator;
    const credentials: Record<string, string> =
      sandbox.dataCenter === null
        ? { SRC_API_TOKEN: sandbox.bitbucket.credentials.addApiToken({ scopes }) }
        : { SRC_TOKEN: sandbox.dataCenter.addToken({ right }) };
    const cutover = ['cutover', '--migration', migration];
    const skipped = await place.run([...cutover, '--dry-run', '--reread', 'open'], credentials);
    expect(skipped.stdout).not.toContain('Before the lock');
    const { stdout } = await place.run([...cutover, '--dry-run'], credentials);
    expect(stdout).toMatch(
      /Before the lock: re-reads closed .*: 5 pull requests, about (15|5) req/,
    );
    expect(stdout).toMatch(/final sync re-reads, changed or not: 1 pull request/);
    const { code, stderr } = await place.run([...cutover, '--yes'], credentials);
    expect(code, stderr).toBe(0);
    expect(place.textsWith(4, 'Said at last')).toHaveLength(1);
  });
});
