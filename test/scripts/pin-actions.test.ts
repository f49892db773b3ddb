import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { actions } from '../../src/core/pipelines/tables/actions.ts';

const root = join(import.meta.dirname, '../..');

describe('pin-actions', () => {
  it('takes the newest release of the same major version, behind an annotated tag as well', async () => {
    const commit = (digit: string) => digit.repeat(40);
    const ref = (version: string, sha: string, type = 'commit') => ({
      ref: `refs/tags/${version}`,
      object: { sha, type, url: '' },
    });
    const server = createServer(({ url = '' }, response) => {
      const major = /tags\/v(\d+)\.$/.exec(url)?.[1];
      const answer = url.includes('/git/tags/')
        ? { object: { sha: commit('c') } }
        : [
            ref(`v${major}.9.0`, commit('a')),
            ref(`v${major}.10.1`, commit('b'), url.includes('checkout') ? 'tag' : 'commit'),
            ref(`v${major}.10.1-beta`, commit('d')),
          ];
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(join(tmpdir(), 'migrator-pins-'));
    try {
      const file = join(folder, 'actions.ts');
      copyFileSync(join(root, 'src/core/pipelines/tables/actions.ts'), file);
      const { port } = server.address() as AddressInfo;
      const env = { ...process.env, GITHUB_API_URL: `http://127.0.0.1:${port}` };
      await promisify(execFile)(process.execPath, [join(root, 'scripts/pin-actions.ts'), file], {
        env,
      });
      const text = readFileSync(file, 'utf8');
      expect(text.match(/\.10\.1'/g)).toHaveLength(Object.keys(actions).length);
      expect(text).toContain(commit('c'));
      expect(text.match(new RegExp(commit('b'), 'g'))).toHaveLength(
        Object.keys(actions).length - 1,
      );
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
