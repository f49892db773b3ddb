import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { addPullRequests, addRepositories } from '../helpers/repositories/migration-fixture.ts';
import { neutral, recordedSizes, type Scene, wholeFrame } from '../helpers/terminal/record.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { press, startWizard } from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();
const sources = ['cloud', 'data-center'] as const;

const help = (title: string): readonly Scene[] => [
  [`${title}, help`, '?', ['Keys', 'back']],
  // Esc and the next key together would be another key.
  [`${title} again`, '?', ['? help']],
];

/** Closes a section of the review, and opens the one below. */
const next = `${press.enter}${press.down}${press.enter}`;

/** Through every screen, without the last Enter: nothing is written. */
const scenes: readonly Scene[] = [
  ['welcome', '', ['New migration', '⏎ select']],
  ...help('welcome'),
  ['credentials', press.enter, ['found in', '⏎ continue']],
  ...help('credentials'),
  ['workspace or project', press.enter, ['⏎ read']],
  ['repositories', press.enter, [/selected, .*, 6 pull requests/, '⏎ continue']],
  ...help('repositories'),
  ['repositories, pattern', press.ctrlP, ['Pattern', 'no pattern']],
  ['repositories, new name', `${press.enter}${press.ctrlR}`, ['Rename api', 'keep']],
  ['repositories, renamed', `api-core${press.enter}`, ['api → api-core']],
  ['options', press.enter, ['❯ Organization', '⏎ continue']],
  ['options, comments', press.down.repeat(7), ['❯ Comments']],
  ['options, user map', press.down, ['❯ User map', 'people']],
  ['people', press.ctrlE, ['1 person without a login has suggestions', '⏎ save']],
  ...help('people'),
  ['people, accepted', press.space, ['1 not saved']],
  ['options, not saved', press.esc, ['unsaved changes', '❯ User map']],
  ['review', press.enter, ['Ready: 3 repositories', '⏎ continue']],
  ['review, commands and places', ':', ['type a command', 'Go to Options']],
  ['review, closed again', press.esc, ['⏎ continue']],
  ['review, identical', `${press.down}${press.enter}`, ['▾ ✓ Identical']],
  ['review, changed', next, ['▾ ~ Changed']],
  ['review, people', next, ['▾ ! People']],
  ['review, cost', next, ['▾   Cost']],
  ['review, commands', next, ['▾   Commands']],
  ['confirmation', `${press.enter}${press.up.repeat(20)}${press.enter}`, ['Start the migration']],
  ['calibration', `${press.down.repeat(2)}${press.enter}`, ['⏎ calibrate']],
  ...help('calibration'),
  ['leaving', press.ctrlQ, ['Save the plan and leave']],
];

describe.skipIf(problem !== null)(
  `recordings of the wizard${problem ? ` (${problem})` : ''}`,
  () => {
    describe.each(sources)('on %s', (source) => {
      let place: Workplace;
      beforeAll(async () => {
        place = await openWorkplace({
          source: source === 'cloud' ? 'bitbucket-cloud' : 'bitbucket-data-center',
          target: source === 'cloud' ? 'github.com' : 'enterprise-server',
        });
        await addRepositories(place, 'api', 'web');
        await addPullRequests(place, 'talk');
      });
      afterAll(async () => {
        await place[Symbol.asyncDispose]();
      });

      it.each(recordedSizes)('show every screen in %i x %i', async (columns, rows) => {
        // The names of the files and the answers of the last time would show.
        for (const name of globSync('{state,*-plan.json,*-inventory.json}', {
          cwd: place.folder,
        })) {
          rmSync(join(place.folder, name), { recursive: true, force: true });
        }
        const program = startWizard(place, {
          columns,
          rows,
          environment: { DST_API_URL: undefined, DST_GIT_URL: undefined, ...targetOf(place) },
        });
        const record: string[] = [];
        for (const [title, keys, shown] of scenes) {
          program.type(keys);
          const screen = await wholeFrame(program, shown);
          expect(screen.length).toBeLessThanOrEqual(rows - 2);
          for (const row of screen) expect(row.length).toBeLessThan(columns);
          if (!title.endsWith('again')) record.push(`=== ${title} ===\n${neutral(screen)}\n`);
        }
        program.type(press.ctrlC);
        expect(await program.ended).toBe(130);
        expect(place.sandbox.github.repositories).toHaveLength(0);
        const name = `recordings/${source}-${columns}x${rows}.txt`;
        await expect(record.join('\n')).toMatchFileSnapshot(name);
      });
    });
  },
);

/** As a person sets it, where the sandbox has one address. */
function targetOf({ sandbox: { environment } }: Workplace) {
  const { DST_ENTERPRISE_URL, DST_API_URL, DST_GIT_URL } = environment;
  return DST_ENTERPRISE_URL === undefined ? { DST_API_URL, DST_GIT_URL } : { DST_ENTERPRISE_URL };
}
