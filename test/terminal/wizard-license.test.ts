import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { press, startWizard, talk } from '../helpers/terminal/wizard.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

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
      await talk(program, ['Email to register for a Free license', email]);
      expect(await program.ended).toBe(0);
      const shown = program.lines().join('\n');
      expect(shown).toContain('$ migrator license status');
      expect(shown).toContain(`$ migrator license register --email ${email}`);
      expect(shown).toContain('This Free license is active on this machine');
      expect(existsSync(join(place.folder, 'state', 'license.key'))).toBe(true);
    });

    it('takes a key, and says what is wrong with one', async () => {
      const program = start({ TERM: 'dumb' });
      await talk(
        program,
        ['License: show, register, activate', '4'],
        ['Email to register for a Free license', ''],
        ['License key ("-" quits)', 'MIGRATOR-1-nonsense'],
      );
      expect(await program.ended).toBe(5);
      expect(program.lines().join('\n')).toContain('License format is invalid.');
    });
  },
);
