import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { addRepositories } from '../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored } from '../helpers/terminal/manners.ts';
import { type TerminalProgram, terminalProblem } from '../helpers/terminal/terminal.ts';
import {
  press,
  startWizard,
  startWizardAlone,
  toOptions,
  toSelection,
} from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();
const slugs = ['one', 'two', 'three'] as const;

describe.skipIf(problem !== null)(
  `leaving the wizard${problem === null ? '' : ` (${problem})`}`,
  () => {
    let place: Workplace;
    beforeEach(async () => {
      place = await openWorkplace();
      await addRepositories(place, ...slugs);
    });
    afterEach(async () => {
      await place[Symbol.asyncDispose]();
    });

    const there: readonly [string, (program: TerminalProgram) => Promise<void>][] = [
      ['at the welcome', (program) => program.until('New migration')],
      [
        'at the credentials',
        async (program) => {
          await program.until('New migration');
          program.type(press.enter);
          await program.until('Credentials');
        },
      ],
      ['at the repositories', toSelection],
      [
        'at the options',
        async (program) => {
          await toSelection(program);
          await toOptions(program);
        },
      ],
      [
        'at the review',
        async (program) => {
          await toSelection(program);
          await toOptions(program);
          program.type(press.enter);
          // Until then it saves the plan.
          await program.until('Ready: ');
        },
      ],
      [
        'at the confirmation',
        async (program) => {
          await toSelection(program);
          await toOptions(program);
          program.type(press.enter);
          await program.until('Ready: 3 repositories');
          program.type(press.enter);
          await program.until('Start the migration');
        },
      ],
    ];

    it.each(there)('%s by Ctrl+C, with nothing written', async (_, go) => {
      const program = startWizard(place, { columns: 80, rows: 24 });
      await go(program);
      program.type(press.ctrlC);
      expect(await program.ended).toBe(130);
      expect(program.lines().join('\n')).toContain('Stopped. Nothing was written to either host.');
      expect(place.sandbox.github.repositories).toHaveLength(0);
      expectManners(program, 24);
      expectRestored(program);
    });

    it('by choice, which is no failure, and saves the plan', async () => {
      const program = startWizard(place);
      await toSelection(program);
      await toOptions(program);
      program.type(press.ctrlQ);
      await program.until('Save the plan and leave');
      program.type(press.down + press.enter);
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).toContain(
        '  migrator migrate --plan acme-workspace-plan.json',
      );
      expectRestored(program);
      const dry = await place.run(['migrate', '--plan', 'acme-workspace-plan.json', '--dry-run']);
      expect(dry.code).toBe(0);
    });

    it('by a signal', async () => {
      const direct = startWizardAlone(place);
      await direct.until('New migration');
      process.kill(direct.pid, 'SIGTERM');
      expect(await direct.ended).toBe(130);
      expect(direct.raw().lastIndexOf('\u001b[?25h')).toBeGreaterThan(
        direct.raw().lastIndexOf('\u001b[?25l'),
      );
    });
  },
);
