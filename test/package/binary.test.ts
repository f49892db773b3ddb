import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBinary } from '../../scripts/binary/build-binary.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

let folder: string;

/** Runs the executable on a machine that has git and no Node, unless another path is given. */
async function start(args: readonly string[], PATH = join(folder, 'bin')) {
  const env = {
    ...{ PATH, HOME: folder, TMPDIR: folder, MIGRATOR_STATE_DIR: join(folder, 'state') },
  };
  return run(join(folder, 'migrator'), args, { env, cwd: folder });
}

const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('the single executable', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-executable-'));
    mkdirSync(join(folder, 'bin'));
    for (const name of ['git', 'git-lfs', 'sh']) {
      const { stdout } = await run('sh', ['-c', `command -v ${name} || true`]);
      if (stdout.trim() !== '') symlinkSync(stdout.trim(), join(folder, 'bin', name));
    }
    await buildBinary({ root, output: join(folder, 'migrator') });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tells its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect((await start(['--version'])).stdout).toBe(`${version}\n`);
    expect((await start(['migrate', '--help'])).stdout).toContain('Usage: migrator migrate');
    expect((await start(['status', '--list'])).stdout).toContain('No migrations');
  });

  it('runs a whole migration without Node on the machine', async () => {
    const { stdout, stderr } = await start(['demo', '--plain']);
    expect(`${stderr}${stdout}`).toMatch(/14 of 14|14 repositories/);
  });

  it('starts itself again where several processes work', async () => {
    const { stdout, stderr } = await start(
      ['demo', '--plain', '--processes', '2', '--target', 'enterprise-server'],
      // PostgreSQL runs as another account, which must find its programs.
      process.env.PATH,
    );
    expect(stderr).toContain('2 processes worked on the migration');
    expect(stdout).toMatch(/^All refs match/m);
  });

  it('is the same, byte for byte, when it is built again', async () => {
    const again = join(folder, 'again');
    await buildBinary({ root, output: again });
    expect(digest(again)).toBe(digest(join(folder, 'migrator')));
  });
});
