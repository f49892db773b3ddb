import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRepositories, newestMigration } from '../helpers/repositories/migration-fixture.ts';
import {
  startInTerminal,
  type TerminalProgram,
  terminalProblem,
} from '../helpers/terminal/terminal.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

const problem = terminalProblem();

/** What a dashboard says of a run, by the seconds that its clock shows. */
interface Said {
  readonly seconds: number;
  readonly text: string;
}

/** Status, counts, percentage and time left; `null` where no whole dashboard stands there. */
function said(rows: readonly string[]): Said | null {
  const head = rows.map((row) => /^mig_\w+ {2}(\w+) {2}(.*?), left (.+?) {2}/.exec(row));
  const [, status, clock = '', left] = head.find((match) => match !== null) ?? [];
  const counts = rows.find((row) => /^\d+ of \d+ /.test(row));
  const percent = rows.map((row) => /(\d+) %$/.exec(row)?.[1]).find((one) => one !== undefined);
  if (status === undefined || counts === undefined || percent === undefined) return null;
  const [, minutes = '0', seconds = '0'] = /(?:(\d+)m )?([\d.]+)s/.exec(clock) ?? [];
  const text = `${status}, ${counts}, ${percent} %, left ${left}`;
  return { seconds: 60 * Number(minutes) + Number(seconds), text };
}

/** Looks at both several times a second until it is stopped. */
function compareWhile(runner: TerminalProgram, watcher: TerminalProgram) {
  const shown: { by: 'runner' | 'watcher'; said: Said }[] = [];
  const timer = setInterval(() => {
    for (const [by, program] of [
      ['runner', runner],
      ['watcher', watcher],
    ] as const) {
      const found = said(program.rows());
      if (found !== null) shown.push({ by, said: found });
    }
  }, 50);
  return {
    /** What the watcher has shown, and the runner not within a second of its clock. */
    stop(): readonly Said[] {
      clearInterval(timer);
      const ofRunner = shown.filter(({ by }) => by === 'runner').map((one) => one.said);
      const ofWatcher = shown.filter(({ by }) => by === 'watcher').map((one) => one.said);
      expect(ofWatcher.length).toBeGreaterThan(0);
      const [first, last] = [ofRunner[0]?.seconds ?? 0, ofRunner.at(-1)?.seconds ?? 0];
      return ofWatcher.filter(
        ({ seconds, text }) =>
          seconds > first + 1 &&
          seconds < last - 1 &&
          !ofRunner.some((one) => one.text === text && Math.abs(one.seconds - seconds) <= 1),
      );
    },
  };
}

describe.skipIf(problem !== null)('a run that is watched from a second terminal', () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'one', 'two', 'three');
    slow('one', 'two', 'three');
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  /** Each fetch takes a few seconds. */
  function slow(...slugs: readonly string[]): void {
    for (const slug of slugs) {
      const path = new RegExp(`/${slug}\\.git/`);
      const action = { kind: 'slow', ms: 2500 } as const;
      place.sandbox.faults.add({ host: 'bitbucket-git', path, action });
    }
  }

  const start = (args: readonly string[]) =>
    startInTerminal(args, {
      cwd: place.folder,
      environment: { ...place.sandbox.environment, LANG: 'en_US.UTF-8' },
    });

  it('shows the same counts, percentage and time left within a second, through pause, kill and resume', async () => {
    const runner = start(['migrate', '--plan', 'plan.json', '--workers', '1']);
    await runner.until('p pause');
    await runner.until('fetch');
    const id = await newestMigration(place);
    const watcher = start(['status', '--migration', id, '--watch']);
    await watcher.until('q leave');
    const first = compareWhile(runner, watcher);
    await watcher.until('1 of 3 ');
    runner.type('p');
    await watcher.until('Paused since');
    runner.type('p');
    await watcher.until(`${id}  running`);
    expect(first.stop()).toEqual([]);
    runner.kill();
    await runner.ended;
    expect(await watcher.ended).toBe(0);
    expect(watcher.lines().join('\n')).toContain(`${id}  interrupted`);

    slow('two', 'three');
    const resumed = start(['migrate', '--resume', id, '--workers', '1']);
    await resumed.until('p pause');
    await resumed.until('fetch');
    const again = start(['status', '--migration', id, '--watch']);
    await again.until('q leave');
    const second = compareWhile(resumed, again);
    expect(await resumed.ended).toBe(0);
    expect(second.stop()).toEqual([]);
    expect(await again.ended).toBe(0);
  });
});
