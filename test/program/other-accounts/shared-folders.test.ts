import { hash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderWithMode, otherAccount, playsOthers } from '../../helpers/program/other-account.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { share } from '../../helpers/share.ts';

const shared = share(openWorkplace);
let place: Workplace;
let folder: string;
let count = 0;
beforeEach(async () => {
  place = await shared.get();
  count += 1;
  folder = folderWithMode(join(place.folder, `test-${count}`), 0o700);
});

const dryRun = ['migrate', '--plan', 'plan.json', '--dry-run'];
/** No process has it: ids end far below. */
const deadProcess = 2 ** 30;

function nameOfRun(rest: string): string {
  return `migrator-run-${hash('sha256', hostname()).slice(0, 6)}-${deadProcess}-${rest}`;
}

/** The folder of compiled code in a home. */
function compiled(home: string): string {
  return join(home, '.cache', 'migrator', 'compile-cache');
}

describe('the cache of compiled code', () => {
  const version = (environment: Readonly<Record<string, string>>) =>
    place.runAlone(['--version'], { NODE_COMPILE_CACHE: undefined, ...environment });

  it('is the account’s own, and never in the temporary folder', async () => {
    const TMPDIR = folderWithMode(join(folder, 'tmp'), 0o1777);
    const HOME = folderWithMode(join(folder, 'home'), 0o700);
    expect((await version({ TMPDIR, HOME })).code).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
    expect(lstatSync(compiled(HOME)).mode & 0o777).toBe(0o700);
    expect(readdirSync(compiled(HOME))).not.toEqual([]);
  });

  it.each([
    ['others can write to it', 0o777, 0o700],
    ['others can enter it', 0o755, 0o700],
    ['others can move it away', 0o700, 0o777],
  ])('is not used where %s', async (_why, mode, modeAbove) => {
    const HOME = folderWithMode(join(folder, 'home'), 0o700);
    folderWithMode(compiled(HOME), mode);
    folderWithMode(join(HOME, '.cache'), modeAbove);
    expect((await version({ HOME })).code).toBe(0);
    expect(readdirSync(compiled(HOME))).toEqual([]);
  });

  it('is not used where it is a link', async () => {
    const HOME = folderWithMode(join(folder, 'home'), 0o700);
    const elsewhere = folderWithMode(join(folder, 'elsewhere'), 0o700);
    folderWithMode(join(HOME, '.cache', 'migrator'), 0o700);
    symlinkSync(elsewhere, compiled(HOME));
    expect((await version({ HOME })).code).toBe(0);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.runIf(playsOthers)(
    'is not used where another account owns it, or a folder above',
    async () => {
      const HOME = folderWithMode(join(folder, 'home'), 0o700);
      folderWithMode(compiled(HOME), 0o700, otherAccount);
      expect((await version({ HOME })).code).toBe(0);
      expect(readdirSync(compiled(HOME))).toEqual([]);
      const other = folderWithMode(join(folder, 'other-home'), 0o755, otherAccount);
      folderWithMode(compiled(other), 0o700);
      expect((await version({ HOME: other })).code).toBe(0);
      expect(readdirSync(compiled(other))).toEqual([]);
    },
  );
});

describe('the temporary folder', () => {
  it.runIf(playsOthers)('keeps what another account has put there under our names', async () => {
    await addRepositories(place, 'web');
    const TMPDIR = folderWithMode(join(folder, 'tmp'), 0o1777);
    const victim = folderWithMode(join(folder, 'victim'), 0o700);
    writeFileSync(join(victim, 'kept'), '');
    const theirs = folderWithMode(join(TMPDIR, nameOfRun('theirs')), 0o755, otherAccount);
    symlinkSync(victim, join(theirs, 'link'));
    const link = join(TMPDIR, nameOfRun('link'));
    symlinkSync(victim, link);
    const { code } = await place.runAlone(dryRun, { TMPDIR });
    expect(code).toBe(0);
    expect(lstatSync(theirs).uid).toBe(otherAccount);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(existsSync(join(victim, 'kept'))).toBe(true);
  });

  const unsafe: readonly {
    readonly why: string;
    readonly mode: number;
    readonly owner?: number;
    readonly modeAbove?: number;
  }[] = [
    { why: 'anybody can rename what lies in it', mode: 0o777 },
    { why: 'anybody can rename it', mode: 0o700, modeAbove: 0o777 },
    ...(playsOthers ? [{ why: 'another account owns it', mode: 0o755, owner: otherAccount }] : []),
  ];
  it.each(unsafe)('is not used where $why', async ({ mode, owner, modeAbove = 0o700 }) => {
    const TMPDIR = folderWithMode(join(folder, 'above', 'tmp'), mode, owner);
    chmodSync(join(folder, 'above'), modeAbove);
    await addRepositories(place, `moved-${count}`);
    const running = place.start(['migrate', '--plan', 'plan.json'], { TMPDIR });
    const { code } = await running.ended;
    expect([code, hasMoved(place, `moved-${count}`)]).toEqual([0, true]);
    expect(readdirSync(TMPDIR).filter((name) => name.startsWith('migrator'))).toEqual([]);
    expect(readdirSync(join(place.folder, 'state', 'run'))).toEqual([]);
  });

  it.each(['.', '-rf'])('may be a path that starts at the current folder: %s', async (TMPDIR) => {
    mkdirSync(join(place.folder, TMPDIR), { recursive: true });
    await addRepositories(place, `moved-${count}`);
    place.write('plan.json', place.plan(`moved-${count}`));
    const { code, stderr } = await place.runAlone(['migrate', '--plan', 'plan.json'], { TMPDIR });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(hasMoved(place, `moved-${count}`)).toBe(true);
  });

  it('is named where no folder can be created in it, and the program ends', async () => {
    const environment = { TMPDIR: '/proc', NODE_COMPILE_CACHE: undefined };
    expect((await place.runAlone(['--version'], environment)).code).toBe(0);
    place.write('plan.json', place.plan('web'));
    const { code, stderr } = await place.runAlone(dryRun, environment);
    expect([code, stderr]).toEqual([3, expect.stringContaining('a private folder in /proc')]);
    const caches = { XDG_CACHE_HOME: '/proc', NODE_COMPILE_CACHE: undefined };
    expect((await place.runAlone(['--version'], caches)).code).toBe(0);
  });
});

describe('the state folder', () => {
  it('is the same for the system as for its check: link/../state', async () => {
    const open = folderWithMode(join(folder, 'open'), 0o777);
    mkdirSync(join(open, 'deep'));
    symlinkSync(join(open, 'deep'), join(folder, 'link'));
    await addRepositories(place, `moved-${count}`);
    const environment = { MIGRATOR_STATE_DIR: `${folder}/link/../state` };
    const { code } = await place.runAlone(['migrate', '--plan', 'plan.json'], environment);
    expect([code, readdirSync(open)]).toEqual([0, ['deep']]);
    expect(existsSync(join(folder, 'state'))).toBe(true);
  });

  it.each(['0777', '1777', '0702'])(
    'is refused where anybody can write to it: %s',
    async (mode) => {
      const state = folderWithMode(join(folder, 'state'), Number.parseInt(mode, 8));
      place.write('plan.json', place.plan('web'));
      for (const args of [dryRun, ['status', '--list'], ['discover', '--workspace', 'acme']]) {
        const { code, stderr } = await place.runAlone(args, { MIGRATOR_STATE_DIR: state });
        expect([args[0], code, stderr]).toEqual([
          args[0],
          8,
          expect.stringContaining(`Anyone can write to the state folder ${state}`),
        ]);
        expect(stderr).toContain('chmod go-w');
      }
      expect(readdirSync(state)).toEqual([]);
    },
  );

  it.runIf(playsOthers).each([
    [
      'a group can write to it',
      'state',
      0o770,
      otherAccount,
      'A group can write to the state folder',
    ],
    ['others can move it away', '.', 0o777, undefined, 'Anyone can write to'],
    ['a group can move it away', '.', 0o770, otherAccount, 'A group can write to'],
  ])('is refused where %s', async (_why, name, mode, group, words) => {
    const above = folderWithMode(join(folder, 'above'), 0o700);
    const state = folderWithMode(join(above, 'state'), 0o700);
    if (group !== undefined) chownSync(join(above, name), 0, group);
    chmodSync(join(above, name), mode);
    place.write('plan.json', place.plan('web'));
    for (const args of [dryRun, ['status', '--list']]) {
      const { code, stderr } = await place.runAlone(args, { MIGRATOR_STATE_DIR: state });
      expect([code, stderr]).toEqual([8, expect.stringContaining(words)]);
    }
    expect(readdirSync(state)).toEqual([]);
  });
});
