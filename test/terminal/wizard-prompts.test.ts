import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { addRepositories, hasMoved } from '../helpers/repositories/migration-fixture.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { press, startWizard, talk } from '../helpers/terminal/wizard.ts';

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

    it.each([
      ['a screen reader', { INK_SCREEN_READER: 'true' }, []],
      ['a terminal that only prints', { TERM: 'dumb' }, []],
      ['somebody who wants lines', {}, ['--plain']],
    ])('asks by numbers for %s, and brings over what was chosen', async (_, environment, args) => {
      const program = startWizard(place, { environment, args });
      await talk(
        program,
        ['What do you want to do?', ''],
        ['Workspace [acme-workspace]', ''],
        ['2 of 2 repositories selected', 't*'],
        ['1 of 2 repositories selected', ''],
        ['In parallel: 4', '3'],
        ['4  public', '2'],
        ['Visibility: private', ''],
        ['3  Start the migration', '3'],
      );
      expect(await program.ended).toBe(0);
      expect(hasMoved(place, 'two')).toBe(true);
      expect(place.sandbox.github.repositories).toHaveLength(1);
      expect(program.lines().join('\n')).toContain('1 done, 0 skipped, 0 failed');
      expect(program.raw()).not.toContain('\u001b[?25l');
    });

    it('calibrates first where that is wanted, and reviews with the findings', async () => {
      await using other = await openWorkplace({ target: 'enterprise-server' });
      await addRepositories(other, 'one');
      const program = startWizard(other, { environment: { TERM: 'dumb' } });
      await talk(
        program,
        ['What do you want to do?', ''],
        ['Workspace [acme-workspace]', ''],
        ['1 of 1 repository selected', ''],
        ['Visibility: as on Bitbucket', ''],
        ['4  Calibrate GitHub first', '4'],
        ['2  Not now', '1'],
      );
      await program.until('behaves as expected');
      const offers = () => program.lines().filter((text) => text.includes('Start the migration'));
      await vi.waitFor(() => expect(offers()).toHaveLength(2), 60_000);
      program.type('3\r');
      expect(await program.ended).toBe(0);
      expect(hasMoved(other, 'one')).toBe(true);
      // The token may not delete.
      expect(other.sandbox.github.repositories.map(({ archived }) => archived)).toEqual([
        true,
        false,
      ]);
    });

    it('leads through the commands of secrets, and shows each as it could be typed', async () => {
      const { bitbucket } = place.sandbox;
      bitbucket.addVariable({ repository: 'one' }, { key: 'DB_PASSWORD', value: 'planted-value' });
      const { github } = place.sandbox;
      const owner = github.findAccount('acme');
      if (owner === null) throw new Error('no organization');
      github.createRepository({ name: 'one', owner, creator: github.user, private: true });
      const program = startWizard(place, { environment: { TERM: 'dumb' } });
      await talk(
        program,
        ['Secrets: names', '3'],
        ['Workspace [acme-workspace]', ''],
        ['Target organization [acme]', ''],
        ['Create these secrets', 'yes'],
        ['Create a vault entry for every variable?', 'no'],
      );
      expect(await program.ended).toBe(0);
      const said = program.lines().join('\n');
      expect(said).toContain('one: 1 on the repository');
      expect(said).toContain('1 created with a placeholder');
      expect(said).toContain('$ migrator secrets manifest --inventory secrets-inventory.json');
      expect(program.raw()).not.toContain('planted-value');
      const { id = 0 } = github.findRepository('acme/one') ?? {};
      expect([...github.secrets.ofRepository(id).secrets.keys()]).toEqual(['DB_PASSWORD']);
    });

    it('asks for no secret: it says what is to be set', async () => {
      const environment = { TERM: 'dumb', DST_TOKEN: undefined };
      const program = startWizard(place, { environment });
      await talk(program, ['What do you want to do?', '']);
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).toContain(
        'Set the missing or wrong variables in the environment',
      );
    });

    it('asks for the source where the environment does not say, and gives gh no host of two addresses', async () => {
      const { DST_TOKEN: token, SRC_API_TOKEN: secret } = place.sandbox.environment;
      const gh = join(place.folder, 'gh');
      writeFileSync(gh, '#!/bin/sh\nprintf %s "$TOKEN_OF_GH"; echo called >> "$HOME/calls"\n');
      chmodSync(gh, 0o755);
      const program = startWizard(place, {
        environment: {
          TERM: 'dumb',
          PATH: `${place.folder}:${process.env.PATH}`,
          SRC_TOKEN: 'of-another-host',
          DST_TOKEN: undefined,
        },
      });
      await talk(
        program,
        ['What do you want to do?', ''],
        ['1  Bitbucket Cloud, with an API token (SRC_API_TOKEN)', ''],
      );
      expect(await program.ended).toBe(0);
      // Two addresses name no host of gh's.
      expect(existsSync(join(place.folder, 'calls'))).toBe(false);
      const said = program.lines().join('\n');
      expect(said).toContain('Robin Keller');
      expect(said).toContain('Set the missing or wrong variables in the environment');
      for (const one of [token, secret]) expect(program.raw()).not.toContain(one);
    });

    it('asks again after an answer that makes no sense', async () => {
      const program = startWizard(place, { environment: { TERM: 'dumb' } });
      await talk(
        program,
        ['What do you want to do?', '17'],
        ['There is no number 17.', '1'],
        ['Workspace [acme-workspace]', 'nowhere'],
        ['Workspace nowhere not found', 'acme-workspace'],
        ['2 of 2 repositories selected', 'nothing-*'],
        ['No matches.', ''],
      );
      await program.until('Organization: acme');
      program.type(press.ctrlC);
      expect(await program.ended).toBe(130);
      expect(place.sandbox.github.repositories).toHaveLength(0);
    });
  },
);
