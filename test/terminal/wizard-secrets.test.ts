import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkplace } from '../helpers/program/workplace.ts';
import { addRepositories } from '../helpers/repositories/migration-fixture.ts';
import { addTargetRepository, secretValues } from '../helpers/secrets/target-secrets.ts';
import { type TerminalProgram, terminalProblem } from '../helpers/terminal/terminal.ts';
import { press, startWizard, talk, toOptions, toSelection } from '../helpers/terminal/wizard.ts';

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
    program.type(press.down.repeat(2) + press.enter);
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
  await talk(program, ['Secrets: names', '3'], ['Workspace [acme-workspace]', '']);
  expect(await program.ended).toBe(0);
  const shown = program.lines().join('\n');
  expect(shown).toContain('Repositories with their own variables: none of 1');
  expect(shown).toContain('No secrets to create.');
});

it.skipIf(problem !== null)('adds to a manifest of the folder only where it may', async () => {
  await using place = await openWorkplace();
  await addRepositories(place, 'one');
  place.sandbox.bitbucket.addVariable({ repository: 'one' }, { key: 'DB_PASSWORD', value: 'x' });
  addTargetRepository(place.sandbox, 'one');
  const found = place.write('secrets.yaml', 'version: 1\nsecrets: []\n');
  const program = startWizard(place, { environment: { TERM: 'dumb', VAULT_ADDR: undefined } });
  await talk(
    program,
    ['Secrets: names', '3'],
    ['Workspace [acme-workspace]', ''],
    ['already exists', 'n'],
    ['Target organization', ''],
    ['Create these secrets', 'n'],
  );
  expect(await program.ended).toBe(0);
  expect(readFileSync(found, 'utf8')).toBe('version: 1\nsecrets: []\n');
  expect(readFileSync(join(place.folder, 'secrets-2.yaml'), 'utf8')).toContain('DB_PASSWORD');
  expect(secretValues(place.sandbox)).toEqual({});
});

/** From the list of repositories: one of two, renamed, migrated up to its result. */
async function toResult(program: TerminalProgram): Promise<void> {
  await toSelection(program);
  program.type(press.ctrlN);
  await program.until('0 of 2 selected');
  program.type('one');
  await program.until('row 1 of 1');
  program.type(press.space);
  await program.until('1 of 2 selected');
  program.type(press.ctrlR);
  await program.until('Rename one');
  program.type(`${press.ctrlU}first${press.enter}`);
  await program.until('one → first');
  await toOptions(program);
  program.type(press.enter);
  await program.until('Ready: ');
  program.type(press.enter);
  await program.until('Start the migration');
  program.type(press.down + press.enter);
  await program.until('q finish');
}

it.skipIf(problem !== null)(
  'offers secrets after a migration for its repositories alone, under their new names',
  async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'one', 'other');
    const { bitbucket, github } = place.sandbox;
    for (const repository of ['one', 'other'])
      bitbucket.addVariable({ repository }, { key: 'DB_PASSWORD', value: 'x' });
    // Of somebody else, under the names that the source has.
    for (const name of ['one', 'other']) addTargetRepository(place.sandbox, name);
    const program = startWizard(place, { environment: { VAULT_ADDR: undefined } });
    await toResult(program);
    program.type('s');
    await program.until('Target organization [acme]');
    program.type(press.enter);
    await program.until('Create these secrets, each with a placeholder?');
    program.type(`yes${press.enter}`);
    await program.until('1 created with a placeholder');
    await program.until('q finish');
    program.type('q');
    expect(await program.ended).toBe(0);
    expect(Object.keys(secretValues(place.sandbox))).toEqual(['first DB_PASSWORD']);
    expect(github.findRepository('acme/first')).not.toBeNull();
    const said = program.raw().replaceAll(/ \\\r?\n +/g, ' ');
    expect(said).toContain('--repositories secrets-repositories.txt');
    expect(said.match(/secrets (manifest|scaffold) .*?--plan acme-workspace-plan\.json/g)).not.toBe(
      null,
    );
  },
);
