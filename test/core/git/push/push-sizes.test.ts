import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { bareRepository, commitFiles, commitHistory, generous, git } from '../fixture.ts';
import { pushPlaceForEach, rejectionsOf } from './push-place.ts';

const at = pushPlaceForEach();
const { push, onTarget, commitLarge } = at;

describe('pushRefs of a history that is too large for one push', () => {
  it('sends a history in chunks that the target takes', async () => {
    commitLarge(8);
    commitFiles(at.mirror, 'side', { other: randomBytes(20_000) });
    git(at.mirror, 'tag', '-a', 'v1', '-m', 'first', 'main');
    git(at.target, 'config', 'receive.maxInputSize', '50000');
    const report = await push({ limits: { ...generous, maxPushBytes: 50_000 } });
    expect(rejectionsOf(report)).toEqual([]);
    expect(report.pushes).toBeGreaterThan(3);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
    git(at.target, 'fsck', '--strict');
  });

  it('measures also where the target has objects that are not here', async () => {
    commitLarge(4);
    const other = bareRepository(at.place.folder, 'other.git');
    commitFiles(other, 'main', { 'z.txt': 'other' });
    git(other, 'push', '-q', at.target, 'main');
    const report = await push({
      existing: await onTarget(),
      limits: { ...generous, maxPushBytes: 50_000 },
    });
    expect(report.pushes).toBe(2);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
    expect(report.results).toEqual([
      {
        ref: 'refs/heads/main',
        oid: git(at.mirror, 'rev-parse', 'main').trim(),
        status: 'pushed',
        failure: null,
      },
    ]);
  });

  it('finds smaller chunks where the target accepts less than it says', async () => {
    commitLarge(8);
    commitFiles(at.mirror, 'side', { other: randomBytes(20_000) });
    git(at.target, 'config', 'receive.maxInputSize', '50000');
    const report = await push();
    expect(rejectionsOf(report)).toEqual([]);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
  });

  /** As a proxy does: by the length of the request. */
  function takeNoMoreThan(bytes: number): void {
    at.place.server.intercept = (request, response) => {
      if (Number(request.headers['content-length'] ?? 0) <= bytes) return false;
      request.resume();
      response.writeHead(413).end();
      return true;
    };
  }

  it('sends less at a time where a proxy finds it too much', async () => {
    commitLarge(8);
    takeNoMoreThan(50_000);
    const report = await push();
    expect(rejectionsOf(report)).toEqual([]);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
  });

  it('says that a commit is too large for a proxy', async () => {
    commitFiles(at.mirror, 'main', { large: randomBytes(90_000) });
    takeNoMoreThan(50_000);
    const [failure] = rejectionsOf(await push());
    expect(failure).toMatchObject({ code: 'refused' });
    expect(failure?.message).toContain('refs/heads/main: 413 Payload Too Large');
  });

  it('says which ref has a commit that is too large for any push', async () => {
    commitFiles(at.mirror, 'main', { small: 'x' });
    commitFiles(at.mirror, 'main', { large: randomBytes(90_000) });
    git(at.target, 'config', 'receive.maxInputSize', '50000');
    const report = await push();
    expect(rejectionsOf(report)).toMatchObject([
      { code: 'refused', message: expect.stringContaining('refs/heads/main') },
    ]);
    expect(report.results[0]?.status).toBe('rejected');
  });

  it('pushes such a branch in pieces where its history is too large for one push', async () => {
    const history = ['a', 'b', 'c'].map((name) => ({ [name]: randomBytes(3000) }));
    const tip = commitHistory(at.mirror, 'main', history);
    git(at.mirror, 'update-ref', 'refs/heads/refs/heads/main', tip);
    const report = await push({ limits: { ...generous, maxPushBytes: 5000 } });
    expect(rejectionsOf(report)).toEqual([]);
    expect(report.pushes).toBeGreaterThan(1);
    expect(await onTarget()).toEqual(await readRefs({ git: at.place.tool, directory: at.mirror }));
  });
});
