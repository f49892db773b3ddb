import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureColumns } from '../../scripts/pictures/pictures.ts';
import { runHere } from '../helpers/run-here.ts';
import { expectManners } from '../helpers/terminal/manners.ts';
import { ofAnyRun, recordedSizes, type Scene, wholeFrame } from '../helpers/terminal/record.ts';
import { busiestMoment, keepPicture } from '../helpers/terminal/record-pictures.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { startHere } from '../helpers/terminal/terminal-here.ts';
import { press } from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();

const toStart: readonly Scene[] = [
  ['welcome', '', ['Both hosts run on this machine', '⏎ select']],
  ['credentials', press.enter, ['found in', '⏎ continue']],
  ['workspace', press.enter, ['⏎ read']],
  ['repositories', press.enter, [/14 of 14 selected, .*pull requests/, '⏎ continue']],
  ['options', press.enter, ['❯ Organization', '⏎ continue']],
  ['review', press.enter, [/14 repositories ready/, '⏎ continue']],
  ['review, problems', `${press.down}${press.enter}`, ['▾ Problems']],
  ['review, changes', `${press.enter}${press.down}${press.enter}`, ['▾ Changes']],
  ['review, cost', `${press.enter}${press.down}${press.enter}`, ['▾ Cost']],
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
  ['dashboard, help, its end', press.pageDown.repeat(3), ['Last', 'Esc back']],
];

const atEnd: readonly Scene[] = [
  ['result', 'p', ['Completed', '⏎ finish']],
  ['result, help', '?', ['Esc back']],
];

describe.skipIf(problem !== null)(`recordings of the demo${problem ? ` (${problem})` : ''}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(recordedSizes)('show every screen in %i x %i', async (columns, rows) => {
    const environment = { LANG: 'en_US.UTF-8', TMPDIR: folder };
    const program = startHere(['demo'], { cwd: folder, columns, rows, environment });
    const record: string[] = [];
    async function see([title, keys, shown]: Scene, isMoving = false): Promise<readonly string[]> {
      program.type(keys);
      const all = await wholeFrame(program, shown, { isMoving });
      for (const row of all) expect(row.length, title).toBeLessThanOrEqual(columns);
      // Above a frame stands what was said before.
      const from = all.findLastIndex((row) => /\.\.\.$|^(mig_\w+ {2}14|done {2})/.test(row));
      return all.slice(from + 1);
    }
    const tell = async (scenes: readonly Scene[]) => {
      for (const scene of scenes) {
        record.push(`=== ${scene[0]} ===\n${ofAnyRun(await see(scene))}\n`);
        if (columns === pictureColumns) await keepPicture(program, scene[0]);
      }
    };
    await tell(toStart);
    for (const scene of whileRunning) await see(scene, true);
    await tell(helpOfRun);
    await see(['dashboard again', '?', ['⏎ detail']], true);
    await see(['dashboard, not filtered', press.esc, [/^Repositories(?!.*filter)/m]], true);
    const busiest = busiestMoment(program);
    await tell(atEnd);
    if (columns === pictureColumns) await keepPicture(program, 'dashboard', await busiest);
    program.type(press.esc);
    await wholeFrame(program, ['⏎ finish']);
    program.type(press.enter);
    await program.until('Press Enter to delete them.');
    const shown = program.lines().join('\n');
    // A narrow terminal breaks the line, and copies it whole.
    const [, command = ''] = /(MIGRATOR_STATE_DIR=[\s\S]+)\nPress Enter/.exec(shown) ?? [];
    expect(await runPrinted(command.replaceAll('\n', ''), folder)).toContain('14 of 14 done');
    const compared = shown.slice(shown.indexOf('Comparing'), shown.indexOf('Both hosts run'));
    record.push(`=== comparison ===\n${ofAnyRun(compared.split('\n'))}\n`);
    program.type(press.enter);
    expect(await program.ended).toBe(0);
    expectManners(program, rows);
    await expect(record.join('\n')).toMatchFileSnapshot(`recordings/demo-${columns}x${rows}.txt`);
  });
});

/** As in another terminal, while the demo waits. */
async function runPrinted(line: string, cwd: string): Promise<string> {
  const [setting = '', , ...args] = line.split(' ');
  const [name = '', value = ''] = setting.split('=');
  const { code, stdout } = await runHere(args, { cwd, environment: { [name]: value } });
  expect(code).toBe(0);
  return stdout;
}
