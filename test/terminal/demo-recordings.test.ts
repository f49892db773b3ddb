import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../helpers/program/run-here.ts';
import { expectFramesFit, expectNothingWiped } from '../helpers/terminal/manners.ts';
import {
  everySize,
  ofAnyRun,
  recordedSizes,
  resize,
  type Scene,
  wholeFrame,
} from '../helpers/terminal/record.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { startHere } from '../helpers/terminal/terminal-here.ts';
import { press } from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();

/** A section of the review. Closed and opened again, it is scrolled to as much of it as there is room for. */
function section(
  title: string,
  label: string,
  keys = `${press.enter}${press.down}${press.enter}`,
): Scene {
  return [
    `review, ${title}`,
    keys,
    [`▾ ${label}`],
    [
      [press.enter, [`▸ ${label}`]],
      [press.enter, [`▾ ${label}`]],
    ],
  ];
}

const toStart: readonly Scene[] = [
  ['welcome', '', ['Both hosts run on this machine', '❯ New migration', '⏎ select']],
  ['credentials', press.enter, ['found in', '⏎ continue']],
  ['workspace', press.enter, ['⏎ read']],
  ['repositories', press.enter, [/14 of 14 selected, .*pull requests/, '⏎ continue']],
  ['options', press.enter, ['❯ Organization', '⏎ continue']],
  ['options, user map', press.enter, ['4 rows, 4 mapped', '⏎ continue']],
  ['groups and teams', press.enter, ['❯ Developers', '⏎ continue']],
  ['review', press.enter, ['Ready: 14 repositories', '⏎ continue']],
  section('identical', '✓ Identical', `${press.down}${press.enter}`),
  section('changed', '~ Changed'),
  section('by hand', '✗ By hand'),
  section('people', '! People'),
  section('notes', '! Notes'),
  section('cost', '  Cost'),
  section('commands', '  Commands'),
  ['confirmation', `${press.enter}${press.up.repeat(20)}${press.enter}`, ['Start the migration']],
];

/** How far the run has come by now is different each time: of these screens only the size is held. */
const whileRunning: readonly Scene[] = [
  ['dashboard', press.down + press.enter, [/\d+ running/, 'p pause', '? help']],
  ['dashboard, paused', 'p', ['Paused since', 'p resume']],
  ['dashboard, one repository', press.enter, ['Esc back']],
  ['dashboard, all', press.esc, ['⏎ detail']],
  ['dashboard, filter', '/web', ['filter: web', '⏎ keep filter']],
  ['dashboard, filtered', press.enter, ['⏎ detail']],
];

const helpOfRun: readonly Scene[] = [
  ['dashboard, help', '?', ['Keys', 'Esc back']],
  [
    'dashboard, help, its end',
    press.pageDown.repeat(3),
    ['Last', 'Esc back'],
    [[press.pageDown.repeat(3), ['Last']]],
  ],
];

const backToRun: readonly Scene[] = [
  ['dashboard again', '?', ['⏎ detail']],
  ['dashboard, not filtered', press.esc, [/^Repositories(?!.*filter)/m]],
];

const atEnd: readonly Scene[] = [
  ['result', 'p', ['is on GitHub', 'q finish']],
  ['result, help', '?', ['Esc back']],
];

describe.skipIf(problem !== null)(`recordings of the demo${problem ? ` (${problem})` : ''}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`show every screen in ${recordedSizes.map((size) => size.join(' x ')).join(', ')}`, async () => {
    const [[columns, rows]] = recordedSizes;
    const environment = { LANG: 'en_US.UTF-8', TMPDIR: folder };
    const program = startHere(['demo'], { cwd: folder, columns, rows, environment });
    const records = recordedSizes.map((): string[] => []);
    /** Where that begins what was written since the first size was taken again. */
    let since = 0;
    async function see(scene: Scene, isMoving: boolean): Promise<void> {
      const [title] = scene;
      for await (const { at, rows: all } of everySize(program, scene, { isMoving })) {
        if (at === 0) expectFramesFit(program.raw().slice(since), rows);
        if (isMoving) continue;
        // Above a frame stands what was said before.
        const from = all.findLastIndex((row) => /\.\.\.$|^(mig_\w+ {2}14|done {2})/.test(row));
        const frame = all.slice(from + 1);
        const [, high] = recordedSizes[at] ?? [0, 0];
        expect(frame.length, title).toBeLessThanOrEqual(high - 2);
        records[at]?.push(`=== ${title} ===\n${ofAnyRun(frame)}\n`);
      }
      since = program.raw().length;
    }
    async function seeAll(scenes: readonly Scene[], isMoving = false): Promise<void> {
      for (const scene of scenes) await see(scene, isMoving);
    }
    await seeAll(toStart);
    await seeAll(whileRunning, true);
    await seeAll(helpOfRun);
    await seeAll(backToRun, true);
    await seeAll(atEnd);
    program.type(press.esc);
    await wholeFrame(program, ['q finish']);
    // What is said last is said in the narrowest.
    await resize(program, recordedSizes[2]);
    program.type('q');
    await program.until('Press Enter to delete everything.');
    const shown = program.lines().join('\n');
    // A narrow terminal breaks the line, and copies it whole.
    const [, command = ''] = /(MIGRATOR_STATE_DIR=[\s\S]+)\nPress Enter/.exec(shown) ?? [];
    expect(await runPrinted(command.replaceAll(/\\?\n */g, ''), folder)).toContain('14 of 14 done');
    const compared = shown.slice(
      shown.lastIndexOf('Comparing'),
      shown.lastIndexOf('Both hosts run'),
    );
    records[2]?.push(`=== comparison ===\n${ofAnyRun(compared.split('\n'))}\n`);
    program.type(press.enter);
    expect(await program.ended).toBe(0);
    expectNothingWiped(program.raw());
    for (const [at, size] of recordedSizes.entries()) {
      const name = `recordings/demo-${size.join('x')}.txt`;
      await expect(records[at]?.join('\n')).toMatchFileSnapshot(name);
    }
  });
});

/** As in another terminal, while the demo waits. */
async function runPrinted(line: string, cwd: string): Promise<string> {
  const [setting = '', ...words] = line.split(' ');
  const args = words.slice(words.indexOf('status'));
  const [name = '', value = ''] = setting.split('=');
  const { code, stdout } = await runHere(args, { cwd, environment: { [name]: value } });
  expect(code).toBe(0);
  return stdout;
}
