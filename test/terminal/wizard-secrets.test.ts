import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkplace } from '../helpers/program/workplace.ts';
import { addRepositories } from '../helpers/repositories/migration-fixture.ts';
import { addTargetRepository, secretValues } from '../helpers/secrets/target-secrets.ts';
import { terminalProblem } from '../helpers/terminal/terminal.ts';
import { press, startWizard, talk } from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();

it.skipIf(problem !== null)(
  `asks for secrets inside the screens${problem === null ? '' : ` (${problem})`}`,
  async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'one');
    place.sandbox.bitbucket.addVariable({ repository: 'one' }, { key: 'DB_PASSWORD', value: 'x' });
    addTargetRepository(place.sandbox, 'one');
    const program = startWizard(place, { environment: { VAULT_ADDR: undefined } });
    await program.until('New migration');
    program.type(press.down + press.enter);
    await program.until('⏎ continue');
    program.type(press.enter);
    await program.until('Workspace for secrets');
    program.type(press.enter);
    await program.until('Target organization');
    program.type(press.enter);
    await program.until('Create these secrets, each with a placeholder?');
    program.type('y');
    await program.until('✓ Done.');
    program.type(press.enter);
    expect(await program.ended).toBe(0);
    expect(program.lines().join('\n')).toContain(
      '  migrator secrets scaffold --manifest secrets.yaml',
    );
    expect(Object.keys(secretValues(place.sandbox))).toEqual(['one DB_PASSWORD']);
    expect(readFileSync(join(place.folder, 'secrets-checklist.md'), 'utf8')).toContain(
      'DB_PASSWORD',
    );
  },
);

it.skipIf(problem !== null)('ends the secrets part where there are none to be made', async () => {
  await using place = await openWorkplace();
  await addRepositories(place, 'one');
  const program = startWizard(place, { environment: { TERM: 'dumb' } });
  await talk(program, ['Secrets: names', '2'], ['Workspace [acme-workspace]', '']);
  expect(await program.ended).toBe(0);
  const shown = program.lines().join('\n');
  expect(shown).toContain('Of 1 repository no repository has variables of its own');
  expect(shown).toContain('No secrets to create.');
});
