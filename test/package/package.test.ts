import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedCommands, runPrinted } from '../helpers/printed-commands.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

describe('the package', () => {
  let folder: string;
  let packed: Packed;
  const prefix = () => join(folder, 'prefix');

  /** Without scripts: the build is there, and a rebuild would disturb tests beside this one. */
  function npm(...args: readonly string[]): string {
    const quiet = ['--ignore-scripts', '--offline', '--no-audit', '--no-fund', '--loglevel=error'];
    return execFileSync('npm', [...args, ...quiet, '--cache', join(folder, 'cache')], {
      cwd: project,
      encoding: 'utf8',
    });
  }

  /** Returns what it writes to both outputs. */
  function installed(...args: readonly string[]): string {
    const { PATH } = process.env;
    const env = { PATH: `${join(process.execPath, '..')}:${PATH}`, HOME: folder, TMPDIR: folder };
    const { status, stdout, stderr } = spawnSync(join(prefix(), 'bin', 'migrator'), args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout + stderr;
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-package-'));
    const answer = JSON.parse(npm('pack', '--json', '--pack-destination', folder)) as
      | readonly Packed[]
      | Readonly<Record<string, Packed>>;
    const [first] = Object.values(answer);
    if (first === undefined) throw new Error('npm packed nothing');
    packed = first;
    npm('install', '--global', '--prefix', prefix(), join(folder, packed.filename));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds what users need and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/migrator.cjs',
        'dist/cli.js',
        'dist/THIRD-PARTY-NOTICES.md',
        'assets/plan.schema.json',
        'assets/inventory.schema.json',
        'assets/migrator.yaml.schema.json',
        'LICENSE',
        'package.json',
      ]),
    );
    const kept =
      /^(?:(?:bin|dist|assets|docs)\/|(?:LICENSE|README\.md|CHANGELOG\.md|package\.json)$)/;
    expect(paths.filter((path) => !kept.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.svg'))).toEqual([]);
  });

  it('holds the README and the documentation', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toContain('README.md');
    expect(paths.some((path) => path.startsWith('docs/'))).toBe(true);
  });

  it('is under 5 MB', () => {
    expect(packed.size).toBeLessThan(5_000_000);
  });

  it('installs without any other package, and knows its version', () => {
    const manifest = readFileSync(join(project, 'package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(installed('--version')).toBe(`${version}\n`);
  });

  it('runs the whole demo from where it was installed, and every command that it prints works', {
    timeout: 120_000,
  }, () => {
    const said = installed('demo');
    expect(said).toMatch(/^All refs match/m);
    expect(said).toMatch(/^Every pull request is on GitHub/m);
    // Nobody can be waited for: the hosts are gone, and their pages.
    expect(said).not.toContain('next to its original');
    expect(said).toMatch(/^To do by hand \(\d+\)$/m);
    const ended = printedCommands(said).map((command) => runPrinted(command, { cwd: folder }));
    expect(ended.filter((one) => one.code !== 0)).toEqual([]);
  });
});
