import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { hold } from '../helpers/repositories/hold.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored, showingTerminal } from '../helpers/terminal/manners.ts';
import {
  startInTerminal,
  type TerminalOptions,
  terminalProblem,
} from '../helpers/terminal/terminal.ts';
import { startHere } from '../helpers/terminal/terminal-here.ts';

const problem = terminalProblem();
const ctrlC = '\u0003';
const slugs = ['one', 'two', 'three'] as const;
const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];

describe.skipIf(problem !== null)(`the dashboard${problem === null ? '' : ` (${problem})`}`, () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  /** With no more repositories than a test is about: each takes a dozen processes of git. */
  async function start(
    repositories: readonly string[],
    args: readonly string[] = [],
    options: Partial<Omit<TerminalOptions, 'shell'>> = {},
  ) {
    await addRepositories(place, ...repositories);
    return startHere([...migrate, ...args], inPlace(options));
  }

  /** The built program, at a real terminal. */
  async function startAlone(
    repositories: readonly string[],
    args: readonly string[] = [],
    options: Partial<TerminalOptions> = {},
  ) {
    await addRepositories(place, ...repositories);
    return startInTerminal([...migrate, ...args], inPlace({ shell: showingTerminal, ...options }));
  }

  function inPlace(options: Partial<TerminalOptions>): TerminalOptions {
    const environment = {
      ...place.sandbox.environment,
      LANG: 'en_US.UTF-8',
      ...options.environment,
    };
    return { cwd: place.folder, ...options, environment };
  }

  /** The next repository that is made is refused. */
  function refuseOne(): void {
    const body = '{"message":"Validation Failed","errors":[{"message":"not today"}]}';
    const action = { kind: 'status', status: 422, body } as const;
    place.sandbox.faults.add({ host: 'github', method: 'POST', path: /\/repos$/, action });
  }

  /** How often a line stands on the terminal that begins so. */
  function count(lines: readonly string[], beginning: string): number {
    return lines.filter((line) => line.startsWith(beginning)).length;
  }

  it.each([
    { alone: true, columns: 80, rows: 24, colours: 'some', flags: [], environment: {} },
    {
      alone: false,
      columns: 40,
      rows: 15,
      colours: 'none: --no-color',
      flags: ['--no-color'],
      environment: {},
    },
    {
      alone: true,
      columns: 200,
      rows: 50,
      colours: 'none: NO_COLOR',
      flags: [],
      environment: { NO_COLOR: '1' },
    },
  ])(
    'fits $columns x $rows, and leaves one line for each repository and the summary (colours: $colours)',
    async ({ alone, columns, rows, colours, flags, environment }) => {
      const release = hold(place, 'two');
      const run = alone ? startAlone : start;
      const program = await run(slugs, flags, { columns, rows, environment });
      await program.until('running');
      release();
      expect(await program.ended).toBe(0);
      const lines = program.lines();
      for (const slug of slugs) expect(count(lines, `done     ${slug}`)).toBe(1);
      const shown = lines.join('\n');
      expect(shown).toContain('3 done, 0 skipped, 0 failed');
      const id = await newestMigration(place);
      // A narrow terminal has the command in a line of its own, so that it can be copied.
      expect(shown).toMatch(new RegExp(`Verify:\\s+migrator verify --migration ${id}`));
      expect(shown).toContain('Exit code 0: done');
      // Nothing of what was live is left.
      expect(shown).not.toContain('p pause');
      expect(/\u001b\[[0-9;]*m/.test(program.raw())).toBe(colours === 'some');
      expect(program.raw()).toContain('\u001b[?25l');
      expectManners(program, rows);
      expectRestored(program);
    },
  );

  it('says that the terminal is too small, and runs all the same', async () => {
    const release = hold(place, 'one');
    const program = await start(['one'], [], { columns: 30, rows: 10 });
    await program.until('Terminal too small:');
    await program.until('needs 40 x 8.');
    release();
    expect(await program.ended).toBe(0);
    expectManners(program, 10);
  });

  it('lives through being resized, and wipes nothing', async () => {
    const release = hold(place, 'one');
    const program = await startAlone(['one', 'two'], [], { columns: 100, rows: 30 });
    await program.until('p pause');
    program.resize(60, 20);
    await program.until('…');
    program.resize(39, 20);
    await program.until('Terminal too small:');
    program.resize(120, 40);
    release();
    expect(await program.ended).toBe(0);
    for (const slug of ['one', 'two']) expect(count(program.lines(), `done     ${slug}`)).toBe(1);
    expectManners(program, 40);
    expectRestored(program);
  });

  it('leaves no rest of a frame that a narrower terminal has wrapped', async () => {
    const release = hold(place, 'one');
    const program = await start(['one', 'two'], [], { columns: 120, rows: 40 });
    await program.until('p pause');
    program.resize(50, 40);
    await program.until('two  ');
    release();
    expect(await program.ended).toBe(0);
    const heads = program.lines().filter((line) => /mig_\w+ {2}running/.test(line));
    expect(heads).toEqual([]);
  });

  it('ends after the running step at the first Ctrl+C, and says how to go on', async () => {
    const release = hold(place, 'one');
    const program = await startAlone(['one', 'two'], ['--no-color']);
    await program.until('❯ ');
    await program.until('fetch');
    program.type(ctrlC);
    await program.until('Stopping after the current steps');
    await program.until('ending');
    release();
    expect(await program.ended).toBe(130);
    const shown = program.lines().join('\n');
    const id = await newestMigration(place);
    expect(shown).toContain(`Resume:  migrator migrate --resume ${id}`);
    expect(shown).toContain('Exit code 130: interrupted');
    expectRestored(program);
    expect((await place.run(['migrate', '--resume', id])).code).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
  });

  it('ends at once at the second Ctrl+C', async () => {
    hold(place, 'one');
    const program = await start(['one']);
    await program.until('fetch');
    program.type(ctrlC);
    await program.until('Stopping after the current steps');
    program.type(ctrlC);
    expect(await program.ended).toBe(130);
    expectManners(program, 40);
    expectRestored(program);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'leaves the terminal in order when it is ended by %s',
    async (signal) => {
      hold(place, 'one');
      const program = await startAlone(['one']);
      await program.until('fetch');
      process.kill(pidOf(place), signal);
      if (signal !== 'SIGQUIT') {
        await program.until('Stopping after the current steps');
        process.kill(pidOf(place), signal === 'SIGTERM' ? 'SIGINT' : 'SIGTERM');
      }
      expect(await program.ended).toBe(signal === 'SIGQUIT' ? 131 : 130);
      expectRestored(program);
    },
  );

  it('puts a failed repository back into the queue, while others run', async () => {
    refuseOne();
    const release = hold(place, 'two');
    const program = await start(['one', 'two']);
    await program.until('failed   one');
    await program.until('✗ one');
    // What is under way stands above what has failed.
    program.type('j');
    program.type('r');
    await program.until('again    one');
    release();
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('2 done, 0 skipped, 0 failed');
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
    expectManners(program, 40);
    expectRestored(program);
  });

  it('waits for a person when all had their turn and one has failed', async () => {
    refuseOne();
    const program = await start(['one']);
    await program.until('1 failed: r retries, q ends the run');
    program.type('r');
    expect(await program.ended).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('ends with 6 where the person leaves it at that', async () => {
    refuseOne();
    const program = await start(['one']);
    await program.until('q ends the run');
    program.type('q');
    expect(await program.ended).toBe(6);
    expect(program.lines().join('\n')).toContain(
      'Exit code 6: finished, but some repositories failed',
    );
    expectRestored(program);
  });

  it('waits for nobody who has said yes beforehand', async () => {
    refuseOne();
    const program = await start(['one'], ['--yes']);
    expect(await program.ended).toBe(6);
  });

  it('skips a repository that is worked on, until it is asked for again', async () => {
    hold(place, 'one');
    const program = await start(['one', 'two']);
    await program.until('fetch');
    program.type('s');
    await program.until('Skip one? y yes, any other key no');
    program.type('y');
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('1 done, 1 skipped, 0 failed');
    expect(place.sandbox.github.repositories).toHaveLength(1);
    place.sandbox.faults.clear();
    const id = await newestMigration(place);
    expect((await place.run(['migrate', '--resume', id])).stderr).toContain('nothing was changed');
    const again = await place.run(['migrate', '--resume', id, '--reset-repo', 'one', '--yes']);
    expect(again.code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('skips one that waits for its turn, and takes it in again', async () => {
    const release = hold(place, 'one');
    const program = await start(['one', 'two']);
    await program.until('fetch');
    program.type('\u001b[B');
    program.type('sy');
    await program.until('skipped  two');
    // Among all, those that have ended come last.
    program.type('\t');
    program.type('\t');
    program.type('G');
    program.type('r');
    await program.until('again    two');
    release();
    expect(await program.ended).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
  });

  it('pauses, so that nothing is sent, and goes on', async () => {
    const release = hold(place, 'one');
    const program = await start(['one']);
    await program.until('fetch');
    program.type('p');
    await program.until('Paused since');
    release();
    // Meanwhile it would have been done otherwise.
    for (let turn = 0; turn < 5; turn += 1) await place.runAlone(['status', '--list']);
    expect(place.sandbox.github.repositories).toEqual([]);
    program.type('p');
    expect(await program.ended).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('filters, shows the detail of one, and its keys', async () => {
    hold(place, 'one');
    const program = await start(slugs);
    await program.until('fetch');
    program.type('/thr');
    await program.until('filter: thr_');
    await program.until('⏎ keep filter  Esc clear');
    program.type('\r');
    program.type('\r');
    await program.until('three  → three  queued');
    program.type('?');
    await program.until('All keys');
    // With a key right after it, Esc would be Alt.
    program.type('\u001b');
    await program.until('Repositories');
    program.type('q');
    await program.until('Stopping after the current steps');
    program.type('q');
    expect(await program.ended).toBe(130);
  });

  it('takes nothing that is pasted for keys', async () => {
    const release = hold(place, 'one');
    const program = await start(['one', 'two']);
    await program.until('fetch');
    program.type('\u001b[200~sypq\u001b[201~');
    release();
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain('2 done, 0 skipped, 0 failed');
  });

  it('tells in lines in the background, where it would be stopped otherwise', async () => {
    const program = await startAlone(['one'], [], {
      shell: `set -m; ${'$MIGRATOR "$@"'} & wait $!`,
    });
    expect(await program.ended).toBe(0);
    expect(program.raw()).not.toContain('\u001b[?25l');
  });

  it('makes place for an error that keeps the run from beginning', async () => {
    const program = await start(['one'], [], { environment: { DST_TOKEN: undefined } });
    expect(await program.ended).toBe(4);
    expect(program.lines().join('\n')).toContain('DST_TOKEN');
    expectRestored(program);
  });

  it('draws nothing but ASCII where the locale is not known to be more', async () => {
    const release = hold(place, 'one');
    const program = await start(['one'], [], { environment: { LANG: 'C' } });
    await program.until('running');
    release();
    expect(await program.ended).toBe(0);
    expect(program.raw()).toMatch(/^[\u0000-\u007f]*$/);
  });

  it('is not shown with --plain', async () => {
    const program = await start(['one'], ['--plain']);
    expect(await program.ended).toBe(0);
    expect(program.raw()).not.toContain('\u001b');
  });
});

/** Of the process that runs the migration, as the state has it. */
function pidOf(place: Workplace): number {
  const database = new DatabaseSync(join(place.folder, 'state', 'migrator.sqlite'), {
    readOnly: true,
  });
  const { pid } = database.prepare('SELECT pid FROM lease').get() ?? {};
  database.close();
  return Number(pid);
}
