import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { createCommits } from '../../../../src/core/git/objects/create-commits.ts';
import { pushRefs } from '../../../../src/core/git/push/push.ts';
import { PushLimiter } from '../../../../src/core/git/push/push-limiter.ts';
import type { Clock } from '../../../../src/core/kernel/clock.ts';
import { commitFiles, generous, git } from '../fixture.ts';
import { base, head, updateRefsPlaceForEach } from './update-refs-place.ts';

const at = updateRefsPlaceForEach();
const { place, commit, access, update, statuses, onTarget, pushes, hook, many } = at;

describe('updateRemoteRefs', () => {
  it('creates, moves and deletes refs in one push each time', async () => {
    const made = await statuses([
      { ref: base, to: commit(0), expected: null },
      { ref: head, to: commit(1), expected: null },
    ]);
    expect(made).toEqual(['updated', 'updated']);
    expect(pushes()).toBe(1);
    const other = 'refs/heads/migrator/pr-2/base';
    const mixed = await statuses([
      { ref: base, to: commit(1), expected: commit(0) },
      { ref: head, to: null, expected: commit(1) },
      { ref: other, to: commit(3), expected: null },
    ]);
    expect(mixed).toEqual(['updated', 'updated', 'updated']);
    expect(pushes()).toBe(2);
    expect(await onTarget()).toEqual({ [base]: commit(1), [other]: commit(3) });
  });

  it('moves a ref to a commit of another history', async () => {
    await update([{ ref: base, to: commit(2), expected: null }]);
    expect(await statuses([{ ref: base, to: commit(3), expected: commit(2) }])).toEqual([
      'updated',
    ]);
    expect(await onTarget()).toEqual({ [base]: commit(3) });
  });

  it('asks nobody where nothing is to be done', async () => {
    expect(await statuses([{ ref: base, to: null, expected: null }])).toEqual(['up-to-date']);
    expect(await statuses([{ ref: base, to: commit(1), expected: commit(1) }])).toEqual([
      'up-to-date',
    ]);
    expect(await update([])).toEqual([]);
    expect(place.server.requests).toEqual([]);
  });

  it('leaves what somebody else has put there, and does all the rest', async () => {
    const theirs = commitFiles(at.target, 'migrator/pr-1/base', { x: 'theirs' });
    const results = await update([
      { ref: base, to: commit(0), expected: null },
      { ref: head, to: commit(1), expected: null },
    ]);
    expect(results).toMatchObject([
      { ref: base, status: 'refused', failure: { code: 'refused' } },
      { ref: head, status: 'updated', failure: null },
    ]);
    const removed = await update([
      { ref: base, to: null, expected: commit(0) },
      { ref: head, to: null, expected: commit(1) },
    ]);
    expect(removed.map(({ status }) => status)).toEqual(['refused', 'updated']);
    expect(await onTarget()).toEqual({ [base]: theirs });
  });

  it('does not even move forward what was not expected to be there', async () => {
    await update([{ ref: base, to: commit(0), expected: null }]);
    expect(await statuses([{ ref: base, to: commit(1), expected: null }])).toEqual(['refused']);
    expect(await onTarget()).toEqual({ [base]: commit(0) });
  });

  it('creates and deletes refs in pushes of five hundred', {
    timeout: 120_000,
  }, async () => {
    const updates = many(510);
    expect(new Set(await statuses(updates))).toEqual(new Set(['updated']));
    expect(pushes()).toBe(2);
    expect(Object.keys(await onTarget())).toHaveLength(510);
    const removed = updates.map(({ ref, to }) => ({ ref, to: null, expected: to }));
    expect(new Set(await statuses(removed))).toEqual(new Set(['updated']));
    expect(pushes()).toBe(4);
    expect(await onTarget()).toEqual({});
  });

  it('sends no more refs at once than a policy of the target allows', async () => {
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 2 ]; then echo "error: GH013: Repository rule violations found" >&2; echo "Pushes can not update more than 2 branches or tags." >&2; exit 1; fi\n',
    );
    const updates = many(6);
    const ended = new Error('enough');
    const divided = update(updates, {
      onDivided(refs) {
        expect(refs).toBe(2);
        throw ended;
      },
    });
    await expect(divided).rejects.toBe(ended);
    expect(await onTarget()).toEqual({});
    place.server.requests.splice(0);
    expect(await statuses(updates)).toEqual(updates.map(() => 'updated'));
    expect(pushes()).toBe(1 + 3);
    const removed = updates.map(({ ref, to }) => ({ ref, to: null, expected: to }));
    expect(await statuses(removed)).toEqual(updates.map(() => 'updated'));
    expect(await onTarget()).toEqual({});
  });

  it('reports each ref that the target refuses, deletions too', async () => {
    hook('update', `if [ "$1" = ${base} ]; then echo "not this one" >&2; exit 1; fi\n`);
    const made = await update([
      { ref: base, to: commit(0), expected: null },
      { ref: head, to: commit(1), expected: null },
    ]);
    expect(made.map(({ status }) => status)).toEqual(['refused', 'updated']);
    expect(made[0]?.failure?.message).toContain('not this one');
    hook('update', `if [ "$1" = ${head} ]; then echo "keep it" >&2; exit 1; fi\n`);
    const [removed] = await update([{ ref: head, to: null, expected: commit(1) }]);
    expect(removed?.status).toBe('refused');
    expect(removed?.failure?.message).toContain('keep it');
  });

  it('pushes the commits that the target lacks and counts no others', async () => {
    const main = commitFiles(at.mirror, 'main', { large: 'x'.repeat(1000) });
    git(at.mirror, 'push', '-q', at.target, 'main');
    const [child = ''] = await createCommits({
      git: place.tool,
      directory: at.mirror,
      commits: [{ tree: { of: main }, parents: [main], message: 'child', date: 0 }],
    });
    hook('pre-receive', `cat >> '${place.folder}/seen'\n`);
    const small = { ...generous, maxPushBytes: 700 };
    expect(await statuses([{ ref: head, to: child, expected: null }], { limits: small })).toEqual([
      'updated',
    ]);
    expect(readFileSync(join(place.folder, 'seen'), 'utf8').trim().split('\n')).toHaveLength(1);
    git(at.target, 'fsck', '--strict', '--full');
  });

  it('shares one rate limit with other pushes to the repository', async () => {
    commitFiles(at.mirror, 'main', { a: '1' });
    let now = 1_000_000;
    const clock: Clock = {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    };
    const waits: number[] = [];
    const pace = new PushLimiter(clock, 1, ({ until }) => waits.push(until));
    const refs = await readRefs({ git: place.tool, directory: at.mirror });
    await pushRefs({
      git: place.tool,
      access: access(),
      directory: at.mirror,
      refs,
      defaultBranch: 'main',
      limits: generous,
      clock,
      pace,
    });
    await update([{ ref: base, to: commit(0), expected: null }], { clock, pace });
    await update([{ ref: base, to: null, expected: commit(0) }], { clock, pace });
    expect(waits).toEqual([1_060_000, 1_120_000]);
  });

  it.each([
    ['a pattern', { ref: 'refs/heads/*', to: null, expected: null }],
    ['two names in one', { ref: 'refs/heads/a:refs/heads/b', to: null, expected: null }],
    ['a ref of another kind', { ref: 'refs/pull/1/head', to: null, expected: null }],
    ['a name where a hash belongs', { ref: 'refs/heads/a', to: 'main', expected: null }],
    ['a short hash', { ref: 'refs/heads/a', to: null, expected: 'abcdef0' }],
  ])('refuses %s', async (_, wrong) => {
    await expect(update([wrong])).rejects.toThrow(TypeError);
  });
});
