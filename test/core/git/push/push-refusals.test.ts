import { describe, expect, it } from 'vitest';
import { commitFiles } from '../fixture.ts';
import { pushPlaceForEach, rejectionsOf } from './push-place.ts';

const at = pushPlaceForEach();
const { access, push, packRefs, hook, refusing } = at;

describe('pushRefs to a target that refuses', () => {
  it('reports each ref separately where the target refuses one of them', async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    packRefs(['refs/heads/main', 'refs/heads/bad', 'refs/heads/good'], commit);
    hook('update', 'if [ "$1" = refs/heads/bad ]; then echo "not this one" >&2; exit 1; fi\n');
    const report = await push();
    const status = Object.fromEntries(report.results.map((result) => [result.ref, result.status]));
    expect(status).toEqual({
      'refs/heads/main': 'pushed',
      'refs/heads/bad': 'rejected',
      'refs/heads/good': 'pushed',
    });
    expect(rejectionsOf(report)[0]?.message).toContain('not this one');
  });

  it('names the files that are too large', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    hook(
      'pre-receive',
      refusing(
        'error: Trace: 4e0\nerror: See https://gh.io/lfs for more information.\n' +
          "error: File data/big file.bin is 301.74 MB; this exceeds GitHub's file size limit of 100.00 MB\n" +
          'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com/.\n',
      ),
    );
    const [failure] = rejectionsOf(await push());
    expect(failure).toMatchObject({ code: 'refused' });
    expect(failure?.message).toContain('data/big file.bin (301.74 MB)');
    expect(failure?.hint).toContain('git lfs migrate import --everything --above=104857601b');
  });

  it('gives the addresses at which secrets can be let through', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    const address = 'https://github.com/o/r/security/secret-scanning/unblock-secret/2abc';
    hook(
      'pre-receive',
      refusing(
        'error: GH013: Repository rule violations found for refs/heads/main.\n\n- GITHUB PUSH PROTECTION\n' +
          '  - Push cannot contain secrets\n\n  —— GitHub Personal Access Token ———\n   locations:\n     - commit: 1234\n' +
          `       path: f:34\n\n   (?) To push, remove secret from commit(s) or follow this URL to allow the secret.\n   ${address}\n`,
      ),
    );
    const [failure] = rejectionsOf(await push());
    expect(failure?.code).toBe('refused');
    expect(failure?.message).toContain('GitHub Personal Access Token');
    expect(failure?.hint).toContain(address);
  });

  it('stops after a few pushes where the target always fails', async () => {
    const commit = commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 63 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook('pre-receive', 'cat >/dev/null\necho "Internal Server Error" >&2\nexit 1\n');
    const report = await push();
    expect(report.pushes).toBeLessThan(12);
    expect(rejectionsOf(report)).toHaveLength(64);
    expect(rejectionsOf(report)[63]).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it('fails as a whole where the credentials are rejected', async () => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    await expect(
      push({ access: { ...access(), credential: { username: 'x', password: 'wrong-one' } } }),
    ).rejects.toMatchObject({ code: 'credentials' });
  });

  it.each([
    [429, 'rate-limit'],
    [403, 'permission'],
    [410, 'credentials'],
  ])('reports a push that ends with %i as what it is', async (status, code) => {
    commitFiles(at.mirror, 'main', { 'a.txt': 'one' });
    at.place.server.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(status).end();
      return true;
    };
    await expect(push()).rejects.toMatchObject({ code });
  });
});
