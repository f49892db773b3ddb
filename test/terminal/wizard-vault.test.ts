import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { addRepositories } from '../helpers/repositories/migration-fixture.ts';
import { addTargetRepository, secretValues } from '../helpers/secrets/target-secrets.ts';
import { type TerminalProgram, terminalProblem } from '../helpers/terminal/terminal.ts';
import { runLines, startWizard, talk } from '../helpers/terminal/wizard.ts';

const problem = terminalProblem();
const planted = 'planted-value';

async function openPlace(): Promise<Workplace> {
  const place = await openWorkplace();
  await addRepositories(place, 'one');
  const { bitbucket } = place.sandbox;
  bitbucket.addVariable({}, { key: 'NPM_TOKEN', value: planted });
  bitbucket.addVariable({ repository: 'one' }, { key: 'DB_PASSWORD', value: planted });
  addTargetRepository(place.sandbox, 'one');
  return place;
}

function fillAll({ sandbox: { vault } }: Workplace): void {
  const entries = vault.namespaces.get('')?.mounts.get('secret')?.entries ?? new Map();
  for (const path of [...entries.keys()]) vault.fill(path, `filled ${path}`);
}

/** Wide enough for every command to stand on one line. */
function start(place: Workplace, environment: Record<string, string | undefined> = {}) {
  return startWizard(place, {
    columns: 300,
    rows: 60,
    environment: { TERM: 'dumb', ...environment },
  });
}

async function toVault(program: TerminalProgram, makesSecrets: string): Promise<void> {
  await talk(
    program,
    ['Secrets: names', '3'],
    ['Workspace [acme-workspace]', ''],
    ['Target organization [acme]', ''],
    ['Create these secrets', makesSecrets],
  );
}

const shown = (program: TerminalProgram) =>
  program
    .lines()
    .filter((line) => line.startsWith('$ migrator '))
    .map((line) => line.slice(2).trimEnd());

const writes = ({ sandbox }: Workplace, host: string) =>
  sandbox.requests.filter((one) => one.host === host && one.method !== 'GET');

describe.skipIf(problem !== null)(
  `the wizard's way through a vault${problem === null ? '' : ` (${problem})`}`,
  () => {
    let place: Workplace;
    beforeEach(async () => {
      place = await openPlace();
    });
    afterEach(async () => {
      await place[Symbol.asyncDispose]();
    });

    it('brings the values to the target, and the lines that it shows do the same', async () => {
      const program = start(place);
      await toVault(program, 'yes');
      await talk(
        program,
        ['Create a vault entry for every variable?', 'yes'],
        ['Vault project', 'team/../other'],
        ['--vault-project is not a valid vault path', 'team/p'],
        ['Create these entries, each without a value?', 'yes'],
      );
      await program.until('Are the entries filled in?');
      fillAll(place);
      await talk(
        program,
        ['Are the entries filled in?', 'yes'],
        ['Write these values to GitHub?', 'yes'],
      );
      expect(await program.ended).toBe(0);
      const filled = {
        NPM_TOKEN: 'filled team/p/workspace/NPM_TOKEN',
        'one DB_PASSWORD': 'filled team/p/repositories/one/DB_PASSWORD',
      };
      expect(secretValues(place.sandbox)).toEqual(filled);
      expect(program.raw()).not.toContain(planted);
      expect(program.raw()).not.toContain('filled team/p');

      const lines = shown(program);
      const toEntries =
        'migrator secrets sync-to-vault --workspace acme-workspace --vault-project team/p --inventory secrets-inventory.json';
      const toTarget =
        'migrator secrets sync-from-vault --vault-project team/p --target-org acme --manifest secrets.yaml';
      expect(lines.slice(-4)).toEqual([
        `${toEntries} --dry-run`,
        toEntries,
        `${toTarget} --dry-run`,
        toTarget,
      ]);
      await using other = await openPlace();
      await runLines(other, lines.slice(0, -2));
      fillAll(other);
      await runLines(other, lines.slice(-2));
      expect(secretValues(other.sandbox)).toEqual(filled);
    });

    it('writes nothing without a yes, and goes on to entries of an earlier day', async () => {
      const program = start(place);
      await toVault(program, 'no');
      await talk(
        program,
        ['Create a vault entry for every variable?', 'y'],
        ['Vault project', 'p'],
        ['Create these entries, each without a value?', 'no'],
        ['Are the entries filled in?', 'no'],
      );
      expect(await program.ended).toBe(0);
      expect(writes(place, 'vault')).toEqual([]);
      expect(secretValues(place.sandbox)).toEqual({});
      const said = program.lines().join('\n');
      expect(said).toContain('No entries were created.');
      expect(said).toContain('Later: migrator secrets sync-from-vault --vault-project p');
    });

    it('is not offered where there is no vault', async () => {
      const program = start(place, { VAULT_ADDR: undefined });
      await toVault(program, 'yes');
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).not.toContain('VAULT_ADDR');
    });

    it('asks nothing of a vault that the license does not allow', async () => {
      const program = start(place, { MIGRATOR_LICENSE: undefined });
      await toVault(program, 'no');
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).toContain(
        'Cannot use the vault (VAULT_ADDR): No license found',
      );
      expect(program.lines().join('\n')).not.toContain('Create a vault entry');
      expect(writes(place, 'vault')).toEqual([]);
    });
  },
);
