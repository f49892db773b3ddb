import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentIn, programFile } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  const from = makeRepository(place.folder, 'web');
  await place.sandbox.bitbucket.addRepository({ slug: 'web', from });
  place.write('plan.json', place.plan('web'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const migrate = ['migrate', '--plan', 'plan.json'];

/** The built program with its results sent to a full disk. */
async function intoFull(args: readonly string[]) {
  const child = spawn(process.execPath, [programFile, ...args], {
    cwd: place.folder,
    env: environmentIn({ cwd: place.folder, environment: place.sandbox.environment }),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

const read = (name: string) => readFileSync(join(place.folder, name), 'utf8');

describe.runIf(existsSync('/dev/full'))('--log-file on a full disk', () => {
  const warning = /^warning .*\/dev\/full.*$/gm;
  const sentence =
    'warning  No space left on the disk that has the log file /dev/full: continuing without the log';

  it.each([
    ['with lines', [], 'runAlone'],
    ['with everything told', ['-vvv'], 'run'],
    ['with --json', ['--json'], 'run'],
  ] as const)('costs the run nothing but one warning, %s', async (_what, more, run) => {
    const args = [...migrate, '--log-file', '/dev/full', ...more];
    const { code, stdout, stderr } = await place[run](args);
    expect(`${stdout}${stderr}`.match(warning)).toEqual([sentence]);
    expect(stderr).not.toContain('ENOSPC');
    expect(code).toBe(0);
    expect(place.sandbox.github.findRepository('acme/web')).not.toBeNull();
  });

  it('leaves the error of a command as it is', async () => {
    const args = ['plan', '--inventory', 'none.json', '--target-org', 'acme'];
    const { code, stderr } = await place.run([...args, '--log-file', '/dev/full']);
    expect(stderr.match(warning)).toEqual([sentence]);
    expect(stderr).toContain('none.json');
    expect(code).toBe(3);
  });
});

describe('--log-file that names a file', () => {
  it.each([
    ['a plan', 'plan.json', () => JSON.stringify(place.plan('web'))],
    ['one line of JSON', 'some.json', () => '{"level":30,"message":"not ours"}\n'],
    ['a text', 'notes.txt', () => 'remember\n'],
    ['the log of another program', 'app.log', () => '{"level":30,"time":1795373512601,"pid":1}\n'],
  ])('is refused where that is %s, which stays as it is', async (_what, name, text) => {
    place.write(name, text());
    const { code, stderr } = await place.run([...migrate, '--log-file', name]);
    expect(stderr).toContain(`error  ${name} exists and is not a log written by migrator\n`);
    expect(code).toBe(3);
    expect(read(name)).toBe(text());
    expect(place.sandbox.github.findRepository('acme/web')).toBeNull();
  });

  it('appends to a log, even to one that ends within a line', async () => {
    const dryRun = [...migrate, '--dry-run', '--log-file', 'run.log'];
    expect((await place.run(dryRun)).code).toBe(0);
    const before = read('run.log').slice(0, -20);
    place.write('run.log', before);
    expect((await place.run(dryRun)).code).toBe(0);
    const added = read('run.log').slice(before.length);
    expect(added).toMatch(/^\n\{"level":/);
    for (const line of added.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('takes an empty file, and one of a line that was cut', async () => {
    for (const text of ['', '{"lev']) {
      place.write('run.log', text);
      expect((await place.run([...migrate, '--dry-run', '--log-file', 'run.log'])).code).toBe(0);
    }
  });
});

describe.runIf(existsSync('/dev/full'))('standard output on a full disk', () => {
  it('is reported once, and the run completes', async () => {
    const { code, stderr } = await intoFull([...migrate, '--json']);
    expect(stderr.match(/Cannot write to standard output \(ENOSPC\)/g)).toHaveLength(1);
    expect(code).toBe(1);
    expect(place.sandbox.github.findRepository('acme/web')).not.toBeNull();
  });

  it('of --output is reported with its own path and a hint about its disk', async () => {
    const discover = ['discover', '--workspace', 'acme-workspace', '--output', '/dev/full'];
    const { code, stderr } = await place.run(discover);
    expect(stderr).toContain('error  No space left on the disk at /dev/full\n');
    expect(stderr).toContain('choose a file on another disk');
    expect(stderr).not.toContain('MIGRATOR_STATE_DIR');
    expect(code).toBe(1);
  });
});
