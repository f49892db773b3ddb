import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as comments from '../../../../sandbox/bitbucket/changes/comments.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

describe('a text that a sync has written before it was killed', () => {
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await openPullRequestPlace();
  });
  afterEach(() => place[Symbol.asyncDispose]());

  async function endOnceWritten(): Promise<void> {
    let isWritten = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (isWritten) return { kind: 'status', status: 403, body: 'no' };
      isWritten = host === 'github' && method === 'POST' && target.endsWith('/comments');
      return isWritten ? { kind: 'lost-answer' } : null;
    });
    expect((await place.sync()).code).not.toBe(0);
    place.sandbox.faults.clear();
    expect(place.textsWith(4, 'As first said')).toHaveLength(1);
  }

  it('is edited where the source has another one by then', async () => {
    const id = comments.addComment(place.at(4), place.deed, { text: 'As first said' });
    await endOnceWritten();
    comments.editComment(place.at(4), place.deed, id, 'As said later');
    expect((await place.sync()).code).toBe(0);
    expect(place.textsWith(4, 'As first said')).toEqual([]);
    expect(place.textsWith(4, 'As said later')).toHaveLength(1);
    expect((await place.sync()).stdout).toContain('1 unchanged');
  });

  it('is deleted where the source has deleted it by then', async () => {
    const id = comments.addComment(place.at(4), place.deed, { text: 'As first said' });
    await endOnceWritten();
    comments.deleteComment(place.at(4), place.deed, id);
    expect((await place.sync()).code).toBe(0);
    expect(place.textsWith(4, 'As first said')).toEqual([]);
  });

  /** Somebody edits what that sync has written, before the next one. */
  function editOnTarget(): void {
    const [comment] = place.pull(4).comments.filter(({ body }) => body?.includes('As first said'));
    if (comment === undefined) throw new Error('there is no such comment');
    comment.body = `Theirs, ${comment.body ?? ''}`;
  }

  it('stays as somebody has edited it since, whatever the source says by then', async () => {
    const id = comments.addComment(place.at(4), place.deed, { text: 'As first said' });
    await endOnceWritten();
    editOnTarget();
    expect((await place.sync()).code).toBe(0);
    comments.editComment(place.at(4), place.deed, id, 'As said later');
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(6);
    expect(stdout).toContain('a comment was edited on the target');
    expect(place.textsWith(4, 'Theirs, ')).toHaveLength(1);
    expect(place.textsWith(4, 'As said later')).toEqual([]);
  });

  it('is not deleted where somebody has edited it since', async () => {
    const id = comments.addComment(place.at(4), place.deed, { text: 'As first said' });
    await endOnceWritten();
    editOnTarget();
    comments.deleteComment(place.at(4), place.deed, id);
    const { code, stdout } = await place.sync();
    expect(code, stdout).toBe(6);
    expect(stdout).toContain('a comment was edited on the target');
    expect(place.textsWith(4, 'Theirs, ')).toHaveLength(1);
  });
});
