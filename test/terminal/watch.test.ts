import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Running } from '../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { hold } from '../helpers/repositories/hold.ts';
import { addRepositories, newestMigration } from '../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored, showingTerminal } from '../helpers/terminal/manners.ts';
import { startInTerminal, terminalProblem } from '../helpers/terminal/terminal.ts';
import { startHere } from '../helpers/terminal/terminal-here.ts';

const problem = terminalProblem();

describe('a migration that another process runs', () => {
  let place: Workplace;
  let migrating: Running;
  let id: string;
  /** The run fetches a repository only when this is called. */
  let release: { readonly one: () => void; readonly two: () => void };
  beforeEach(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'one', 'two');
    release = { one: hold(place, 'one'), two: hold(place, 'two') };
    migrating = place.start(['migrate', '--plan', 'plan.json', '--workers', '1', '-vv']);
    await migrating.until('one: fetch ...');
    id = await newestMigration(place);
  });
  afterEach(async () => {
    migrating.child.kill('SIGKILL');
    // The git that it has left behind.
    release.one();
    release.two();
    await migrating.ended;
    await place[Symbol.asyncDispose]();
  });

  const watch = () => ['status', '--migration', id, '--watch'];
  const settings = () => ({ cwd: place.folder, environment: { LANG: 'en_US.UTF-8' } });

  it.skipIf(problem !== null)('is watched on the dashboard until it ends', async () => {
    const program = startInTerminal(watch(), { ...settings(), shell: showingTerminal });
    await program.until('running');
    await program.until('fetch');
    await program.until('/hour');
    expect(program.lines().join('\n')).not.toContain('pause');
    release.one();
    await program.until('done     one');
    release.two();
    expect(await program.ended).toBe(0);
    const shown = program.lines().join('\n');
    expect(shown).toContain(`${id}  completed`);
    expect(shown).toMatch(/^done {2}two {2}3 refs/m);
    expectManners(program, 40);
    expectRestored(program);
  });

  it.skipIf(problem !== null)('is left with q and with Ctrl+C, and goes on', async () => {
    const program = startHere(watch(), settings());
    await program.until('q leave');
    program.type('q');
    expect(await program.ended).toBe(0);
    expectRestored(program);
    const another = startHere(watch(), settings());
    await another.until('q leave');
    another.type('\u0003');
    expect(await another.ended).toBe(130);
    release.one();
    release.two();
    expect((await migrating.ended).code).toBe(0);
  });

  it('is followed in lines where there is no terminal, until nobody works on it any more', async () => {
    const watching = place.start(watch());
    const inJson = place.start([...watch(), '--json']);
    await watching.until(`${id}  running: 0 of 2 done, 1 running, 1 queued`);
    // In JSON only events are reported, from the first read on: others that start after it take as long.
    for (let turn = 0; turn < 5; turn += 1) await place.runAlone(['status', '--list']);
    release.one();
    await watching.until('done     one');
    migrating.child.kill('SIGKILL');
    const { code, stderr, stdout } = await watching.ended;
    expect(code).toBe(0);
    expect(stderr.match(/done {5}one/g)).toHaveLength(1);
    expect(stdout).toContain(`${id}  interrupted`);
    const lines = (await inJson.ended).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'repository-finished', repository: 'one', outcome: 'succeeded' },
      { migration: id, status: 'interrupted' },
    ]);
  });

  it('can be watched alone, by its id', async () => {
    const { code, stderr } = await place.run(['status', '--list', '--watch']);
    expect(code).toBe(2);
    expect(stderr).toContain('status --watch shows one migration');
  });
});
