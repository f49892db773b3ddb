import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import type { Clock } from '../../../../src/core/kernel/clock.ts';
import { bareRepository, commitFiles, generous, git } from '../fixture.ts';
import { pushPlaceForEach, rejectionsOf } from './push-place.ts';

const at = pushPlaceForEach();
const { push, onTarget, packRefs, hook } = at;

describe('pushRefs', () => {
  it('pushes branches and tags, annotated ones too, in one push with the default branch first', async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    commitFiles(at.mirror, 'aaa', { 'b.txt': 'two' });
    git(at.mirror, 'tag', '-a', 'v1', '-m', 'first', commit);
    hook('pre-receive', `cat > '${at.place.folder}/order'\n`);
    const report = await push();
    expect(report.pushes).toBe(1);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
    const order = readFileSync(join(at.place.folder, 'order'), 'utf8').split('\n');
    expect(order.map((line) => line.split(' ')[2]).filter(Boolean)).toEqual([
      'refs/heads/main',
      'refs/heads/aaa',
      'refs/tags/v1',
    ]);
  });

  it('pushes 1,010 refs and odd names in batches of 500', async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    const odd = [
      'refs/heads/--upload-pack=touch',
      'refs/heads/$(id)',
      "refs/heads/it's",
      'refs/heads/"quoted"',
      'refs/heads/a;b',
      'refs/heads/分支',
      'refs/tags/-d',
    ];
    const many = Array.from({ length: 1002 }, (_, index) => `refs/heads/f/${index}`);
    packRefs([...odd, ...many, 'refs/heads/main'], commit);
    const report = await push();
    expect(report.pushes).toBe(3);
    expect(report.results.every(({ status }) => status === 'pushed')).toBe(true);
    const there = await onTarget();
    expect(there.size).toBe(1010);
    expect(there).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
  });

  it('leaves out what the target has already, and runs nothing if that is all', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    await push();
    at.place.server.requests.length = 0;
    const report = await push({ existing: await onTarget() });
    expect(report.pushes).toBe(0);
    expect(report.results.map(({ status }) => status)).toEqual(['up-to-date']);
    expect(at.place.server.requests.filter(({ line }) => line.includes('receive-pack'))).toEqual(
      [],
    );
  });

  it('reports refs that the target already had unannounced', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    await push();
    commitFiles(at.mirror, 'new', { 'b.txt': 'two' });
    const report = await push();
    expect(report.results.map(({ ref, status }) => `${ref} ${status}`).sort()).toEqual([
      'refs/heads/main up-to-date',
      'refs/heads/new pushed',
    ]);
    const again = await push();
    expect(again.results.map(({ status }) => status)).toEqual(['up-to-date', 'up-to-date']);
  });

  it('ends while it waits for its turn when the signal is aborted', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    hook('pre-receive', 'cat >/dev/null\necho "Internal Server Error" >&2\nexit 1\n');
    commitFiles(at.mirror, 'side', { 'a.txt': 'two' });
    const stop = new AbortController();
    const running = push({
      limits: { ...generous, pushesPerMinute: 1 },
      signal: stop.signal,
      onWait: () => queueMicrotask(() => stop.abort()),
    });
    await expect(running).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('replaces a ref of the target that names something else', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    const other = bareRepository(at.place.folder, 'other.git');
    commitFiles(other, 'main', { 'z.txt': 'other' });
    git(other, 'push', '-q', at.target, 'main');
    await push({ existing: await onTarget() });
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
  });

  it('sends fewer refs at once where a policy asks for it', async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 11 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 5 ]; then echo "error: GH013: Repository rule violations found" >&2; echo "Pushes can not update more than 5 branches or tags." >&2; exit 1; fi\n',
    );
    const report = await push();
    expect(report.pushes).toBe(1 + 3);
    expect((await onTarget()).size).toBe(12);
  });

  it('halves where the target fails with many refs', async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 15 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 4 ]; then echo "Internal Server Error" >&2; exit 1; fi\n',
    );
    const report = await push();
    expect(report.pushes).toBe(7);
    expect((await onTarget()).size).toBe(16);
    expect(rejectionsOf(report)).toEqual([]);
  });

  it("respects the target's pushes per minute and reports the wait", async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 3 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 1 ]; then echo "Pushes can not update more than 1 branches or tags." >&2; exit 1; fi\n',
    );
    let now = 1_000_000;
    const clock: Clock = {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    };
    const waits: number[] = [];
    const report = await push({
      clock,
      limits: { ...generous, pushesPerMinute: 2 },
      onWait: ({ until }) => waits.push(until),
    });
    expect(report.pushes).toBe(5);
    expect(waits).toEqual([1_060_000, 1_120_000]);
    expect((await onTarget()).size).toBe(4);
  });

  it('ends when the signal is aborted, and a resume sends what is left', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    at.place.server.intercept = (request) => {
      if (request.method !== 'POST') return false;
      started.resolve();
      return new Promise(() => undefined);
    };
    const running = push({ signal: stop.signal }).catch((error: unknown) => error);
    await started.promise;
    stop.abort();
    expect(await running).toMatchObject({ code: 'interrupted' });
    at.place.server.intercept = () => false;
    const report = await push({ existing: await onTarget() });
    expect(report.results.map(({ status }) => status)).toEqual(['pushed']);
  });

  it('reports progress', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    const seen: string[] = [];
    await push({ onProgress: ({ what, done, total }) => seen.push(`${what} ${done}/${total}`) });
    expect(seen).toContain('sending objects 3/3');
  });

  it('pushes a branch that is called refs/heads/main, also when the target has both already', async () => {
    const first = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    git(at.mirror, 'update-ref', 'refs/heads/refs/heads/main', first);
    git(at.mirror, 'update-ref', 'refs/tags/refs/heads/main', first);
    await push();
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
    const second = commitFiles(at.mirror, 'next', { 'a.txt': 'two' });
    git(at.mirror, 'update-ref', 'refs/heads/main', second);
    git(at.mirror, 'update-ref', 'refs/heads/refs/heads/main', second);
    const report = await push({ existing: await onTarget() });
    expect(rejectionsOf(report)).toEqual([]);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
  });
});
