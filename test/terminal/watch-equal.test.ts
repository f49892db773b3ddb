import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { hold } from '../helpers/repositories/hold.ts';
import { addRepositories, newestMigration } from '../helpers/repositories/migration-fixture.ts';
import {
  startInTerminal,
  type TerminalProgram,
  terminalProblem,
} from '../helpers/terminal/terminal.ts';

const problem = terminalProblem();

/** Status, counts, percentage and time left; `null` where no whole dashboard stands there. */
function said({ rows }: Pick<TerminalProgram, 'rows'>): string | null {
  const shown = rows();
  const head = shown.map((row) =>
    /^mig_\w+ {2}(\w+) {2}[^,]*?(?:, (time left unknown|.+? left))? {2}/.exec(row),
  );
  const [, status, left] = head.find((match) => match !== null) ?? [];
  const counts = shown.find((row) => /^\d+ of \d+ /.test(row));
  const percent = shown.map((row) => /(\d+)%$/.exec(row)?.[1]).find((one) => one !== undefined);
  if (status === undefined || counts === undefined || percent === undefined) return null;
  return `${status}, ${counts}, ${percent}%, left ${left}`;
}

/** Waits until both say the same, and what is looked for. A watcher is a moment behind, and never differs for good. */
async function sameOnBoth(
  runner: TerminalProgram,
  watcher: TerminalProgram,
  what: RegExp,
): Promise<void> {
  await expect
    .poll(() => ({ runner: said(runner), watcher: said(watcher) }), { interval: 20 })
    .toSatisfy(
      (both: { runner: string | null; watcher: string | null }) =>
        both.runner !== null && both.runner === both.watcher && what.test(both.runner),
      `both say the same, with ${what}`,
    );
}

describe.skipIf(problem !== null)('a run that is watched from a second terminal', () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'one', 'two', 'three');
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  const start = (args: readonly string[]) =>
    startInTerminal(args, {
      cwd: place.folder,
      environment: { ...place.sandbox.environment, LANG: 'en_US.UTF-8' },
    });

  it('shows the same counts, percentage and time left, through pause, kill and resume', async () => {
    const releaseOne = hold(place, 'one');
    const releaseTwo = hold(place, 'two');
    const runner = start(['migrate', '--plan', 'plan.json', '--workers', '1']);
    await runner.until('p pause');
    await runner.until('fetch');
    const id = await newestMigration(place);
    const watcher = start(['status', '--migration', id, '--watch']);
    await watcher.until('q leave');
    await sameOnBoth(runner, watcher, /^running, .*1 running/);
    releaseOne();
    await sameOnBoth(runner, watcher, /1 done.*1 running/);
    runner.type('p');
    await watcher.until('Paused since');
    await sameOnBoth(runner, watcher, /^paused, /);
    runner.type('p');
    await watcher.until(`${id}  running`);
    await sameOnBoth(runner, watcher, /^running, /);
    runner.kill();
    await runner.ended;
    expect(await watcher.ended).toBe(0);
    expect(watcher.lines().join('\n')).toContain(`${id}  interrupted`);
    // The git that it has left behind.
    releaseTwo();

    const releaseAgain = hold(place, 'two');
    const releaseThree = hold(place, 'three');
    const resumed = start(['migrate', '--resume', id, '--workers', '1']);
    await resumed.until('p pause');
    await resumed.until('fetch');
    const again = start(['status', '--migration', id, '--watch']);
    await again.until('q leave');
    await sameOnBoth(resumed, again, /1 done.*1 running/);
    releaseAgain();
    await sameOnBoth(resumed, again, /2 done.*1 running/);
    releaseThree();
    expect(await resumed.ended).toBe(0);
    expect(await again.ended).toBe(0);
  });
});
