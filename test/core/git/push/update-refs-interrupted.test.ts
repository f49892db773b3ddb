import { describe, expect, it } from 'vitest';
import type { RefUpdate } from '../../../../src/core/git/push/update-remote-refs.ts';
import { base, head, updateRefsPlaceForEach } from './update-refs-place.ts';

const { place, commit, update, statuses, onTarget } = updateRefsPlaceForEach();

describe('updateRemoteRefs after a crash or a lost answer', () => {
  it('may be run again after a crash: what is done is up to date', async () => {
    const steps: RefUpdate[][] = [
      [
        { ref: base, to: commit(0), expected: null },
        { ref: head, to: commit(1), expected: null },
      ],
      [
        { ref: base, to: commit(1), expected: commit(0) },
        { ref: head, to: null, expected: commit(1) },
      ],
      [{ ref: base, to: null, expected: commit(1) }],
    ];
    for (const step of steps) {
      expect(await statuses(step)).toEqual(step.map(() => 'updated'));
      const before = await onTarget();
      expect(await statuses(step)).toEqual(step.map(() => 'up-to-date'));
      expect(await onTarget()).toEqual(before);
    }
  });

  it('goes on where a crash left off', async () => {
    await update([{ ref: base, to: commit(0), expected: null }]);
    const all: RefUpdate[] = [
      { ref: base, to: commit(0), expected: null },
      { ref: head, to: commit(1), expected: null },
    ];
    expect(await statuses(all)).toEqual(['up-to-date', 'updated']);
    const removed = all.map(({ ref, to }) => ({ ref, to: null, expected: to }));
    await update(removed.slice(0, 1));
    expect(await statuses(removed)).toEqual(['up-to-date', 'updated']);
    expect(await onTarget()).toEqual({});
  });

  it('fails as a whole where the target cannot be reached', async () => {
    place.server.intercept = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    await expect(update([{ ref: base, to: commit(0), expected: null }])).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('accuses nobody where a web page came in place of what the target has', async () => {
    await update([
      { ref: base, to: commit(0), expected: null },
      { ref: head, to: commit(1), expected: null },
    ]);
    let left = 1;
    place.server.intercept = ({ url = '' }, response) => {
      if (left === 0 || !url.includes('service=git-receive-pack')) return false;
      left -= 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end('Please sign in.');
      return true;
    };
    const changes: RefUpdate[] = [
      { ref: base, to: commit(1), expected: commit(0) },
      { ref: head, to: null, expected: commit(1) },
    ];
    expect(await statuses(changes)).toEqual(['updated', 'updated']);
    expect(await onTarget()).toEqual({ [base]: commit(1) });
  });

  it('goes on where the target took a push and its answer was lost', async () => {
    let lost = false;
    place.server.intercept = async (request, response) => {
      if (request.method !== 'POST' || lost) return false;
      lost = true;
      response.end = () => response.destroy() as never;
      response.write = () => true;
      return false;
    };
    const updates: RefUpdate[] = [
      { ref: base, to: commit(0), expected: null },
      { ref: head, to: commit(1), expected: null },
    ];
    const first = await statuses(updates);
    expect(first).toEqual(['up-to-date', 'up-to-date']);
    lost = false;
    const removed = updates.map(({ ref, to }) => ({ ref, to: null, expected: to }));
    expect(await statuses(removed)).toEqual(['up-to-date', 'up-to-date']);
    expect(await onTarget()).toEqual({});
  });
});
