import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { press, startWizard, talk } from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();
const email = 'ada@acme.example';

describe.skipIf(problem !== null)(
  `the wizard's way to a license${problem === null ? '' : ` (${problem})`}`,
  () => {
    let place: Workplace;
    beforeEach(async () => {
      place = await openWorkplace();
    });
    afterEach(async () => {
      await place[Symbol.asyncDispose]();
    });
    const start = (environment: Record<string, string | undefined>) =>
      startWizard(place, {
        columns: 200,
        environment: { MIGRATOR_LICENSE: undefined, ...environment },
      });

    it('registers, and is done where the license is issued on the spot', async () => {
      const program = start({ MIGRATOR_LICENSE_SERVICE_URL: undefined });
      await program.until('License: show, register, activate');
      program.type(press.up + press.up + press.enter);
      await program.until('No license found');
      await program.until('$ migrator license status');
      await talk(program, ['Email to register for a Free license, or a license key', email]);
      await program.until('This Free license is active on this machine');
      await program.until('✓ Done.');
      program.type(press.enter);
      expect(await program.ended).toBe(0);
      // Nothing of the screens stays but what does the same.
      expect(program.lines().filter((line) => line.trim() !== '')).toEqual([
        'The same without the wizard:',
        '  migrator license status',
        `  migrator license register --email ${email}`,
      ]);
      expect(existsSync(join(place.folder, 'state', 'license.key'))).toBe(true);
    });

    it('says what is wrong with an answer, asks again, and leads back', async () => {
      const program = start({ MIGRATOR_LICENSE_SERVICE_URL: undefined });
      await program.until('License: show, register, activate');
      program.type(press.up + press.up + press.enter);
      await talk(program, ['or a license key', 'ada@acme']);
      await program.until('"ada@acme" is not an email address');
      await talk(program, ['or a license key', 'MIGRATOR-1-nonsense']);
      await program.until('License format is invalid.');
      program.type(press.esc);
      await program.until('⏎ finish');
      program.type(press.esc);
      await program.until('New migration');
      program.type(press.ctrlC);
      expect(await program.ended).toBe(130);
      expect(existsSync(join(place.folder, 'state', 'license.key'))).toBe(false);
    });

    it('asks in lines where there are no screens', async () => {
      const program = start({ TERM: 'dumb' });
      await talk(
        program,
        ['License: show, register, activate', '5'],
        ['or a license key ("-" ends here)', 'MIGRATOR-1-nonsense'],
        ['License format is invalid.', '-'],
      );
      expect(await program.ended).toBe(5);
      expect(program.lines().join('\n')).toContain('License format is invalid.');
    });
  },
);
