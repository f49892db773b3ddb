import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRepositories, hasMoved } from '../helpers/migration-fixture.ts';
import { type TerminalProgram, terminalProblem } from '../helpers/terminal.ts';
import { press, startWizard } from '../helpers/wizard.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

const problem = terminalProblem();

describe.skipIf(problem !== null)(
  `the wizard in plain lines${problem === null ? '' : ` (${problem})`}`,
  () => {
    let place: Workplace;
    beforeEach(async () => {
      place = await openWorkplace();
      await addRepositories(place, 'one', 'two');
    });
    afterEach(async () => {
      await place[Symbol.asyncDispose]();
    });

    /** Every answer once its question stands there. */
    async function talk(
      program: TerminalProgram,
      ...answers: readonly (readonly [question: string, answer: string])[]
    ): Promise<void> {
      for (const [question, answer] of answers) {
        await program.until(question);
        program.type(`${answer}\r`);
      }
    }

    it.each([
      ['a screen reader', { INK_SCREEN_READER: 'true' }],
      ['a terminal that only prints', { TERM: 'dumb' }],
    ])('asks by numbers for %s, and brings over what was chosen', async (_, environment) => {
      const program = startWizard(place, { environment });
      await talk(
        program,
        ['What is to be done?', ''],
        ['Workspace [acme-workspace]', ''],
        ['2 of 2 repositories chosen', 't*'],
        ['1 of 2 repositories chosen', ''],
        ['At a time: 4', '3'],
        ['4  public', '2'],
        ['Visibility: private', ''],
        ['3  Start the migration', '3'],
      );
      expect(await program.ended).toBe(0);
      expect(hasMoved(place, 'two')).toBe(true);
      expect(place.sandbox.github.repositories).toHaveLength(1);
      expect(program.lines().join('\n')).toContain('1 succeeded, 0 skipped, 0 failed');
      expect(program.raw()).not.toContain('\u001b[?25l');
    });

    it('asks for no secret: it says what is to be set', async () => {
      const environment = { TERM: 'dumb', DST_TOKEN: undefined };
      const program = startWizard(place, { environment });
      await talk(program, ['What is to be done?', '']);
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).toContain(
        'Set what is missing or wrong in the environment',
      );
    });

    it('asks again after an answer that makes no sense', async () => {
      const program = startWizard(place, { environment: { TERM: 'dumb' } });
      await talk(
        program,
        ['What is to be done?', '17'],
        ['There is no number 17.', '1'],
        ['Workspace [acme-workspace]', 'nowhere'],
        ['The workspace nowhere does not exist', 'acme-workspace'],
        ['2 of 2 repositories chosen', 'nothing-*'],
        ['Nothing matches that.', ''],
      );
      await program.until('Organization: acme');
      program.type(press.ctrlC);
      expect(await program.ended).toBe(130);
      expect(place.sandbox.github.repositories).toHaveLength(0);
    });
  },
);
