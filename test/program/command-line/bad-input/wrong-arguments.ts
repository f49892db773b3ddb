/** Describes what is given to the program, and how it answers. */
export interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly says: string | RegExp;
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export const migrateGood = ['migrate', '--plan', 'good.json'];

/** Command lines, and files that they name. */
export const wrongArguments: readonly Case[] = [
  { what: 'an unknown command', args: ['migrat'], code: 2, says: 'Did you mean migrate?' },
  {
    what: 'an unknown option',
    args: ['migrate', '--plann', 'x'],
    code: 2,
    says: 'Did you mean --plan?',
  },
  {
    what: 'no plan and no migration',
    args: ['migrate'],
    code: 2,
    says: 'migrate needs --plan or --resume',
  },
  {
    what: 'an option without its value',
    args: ['migrate', '--plan'],
    code: 2,
    says: '--plan needs a value',
  },
  {
    what: 'no workers',
    args: [...migrateGood, '--workers', '0'],
    code: 2,
    says: '--workers takes a whole number from 1 to 32, not "0"',
  },
  {
    what: 'a number that is none',
    args: [...migrateGood, '--delay', '1s'],
    code: 2,
    says: '--delay takes a whole number from 0 to 86400000, not "1s"',
  },
  {
    what: 'a surplus word',
    args: [...migrateGood, 'now'],
    code: 2,
    says: 'migrate does not accept "now"',
  },
  {
    what: 'an option given twice',
    args: [...migrateGood, '--plan', 'x'],
    code: 2,
    says: 'can only be set once',
  },
  {
    what: 'a missing required option',
    args: ['discover'],
    code: 2,
    says: 'discover needs --workspace',
  },
  { what: 'an unknown shell', args: ['completion', 'tcsh'], code: 2, says: 'bash, zsh or fish' },
  {
    what: 'a plan that is not there',
    args: ['migrate', '--plan', 'nowhere.json'],
    code: 3,
    says: 'The plan nowhere.json does not exist',
  },
  {
    what: 'a plan that is not JSON',
    args: ['migrate', '--plan', 'bad.json'],
    code: 3,
    says: /Invalid plan bad\.json: line 2, column/,
    files: { 'bad.json': '{\n  "version": ,\n}' },
  },
  {
    what: 'a plan with an unknown key',
    args: ['migrate', '--plan', 'key.json'],
    code: 3,
    says: 'unknown key repositorys (did you mean repositories?)',
    files: { 'key.json': '{"version":1,"repositorys":[]}' },
  },
  {
    what: 'a plan of another version',
    args: ['migrate', '--plan', 'v9.json'],
    code: 3,
    says: 'version',
    files: { 'v9.json': '{"version":9}' },
  },
  {
    what: 'an inventory that is not there',
    args: ['plan', '--inventory', 'nowhere.json', '--target-org', 'acme'],
    code: 3,
    says: 'The inventory nowhere.json does not exist',
  },
  {
    what: 'an inventory that is malformed',
    args: ['plan', '--inventory', 'inv.json', '--target-org', 'acme'],
    code: 3,
    says: /Invalid inventory inv\.json: .*repositories/,
    files: {
      'inv.json':
        '{"version":1,"source":{"kind":"bitbucket-cloud","workspace":"w"},"repositories":{}}',
    },
  },
  {
    what: 'a configuration that is not there',
    args: [...migrateGood, '--config', 'nowhere.yaml'],
    code: 3,
    says: 'The configuration nowhere.yaml does not exist',
  },
  {
    what: 'a configuration with an unknown key',
    args: [...migrateGood, '--config', 'key.yaml'],
    code: 3,
    says: 'line 2, column 3: unknown key migration.includ_lfs (did you mean include_lfs?)',
    files: { 'key.yaml': 'migration:\n  includ_lfs: true\n' },
  },
  {
    what: 'a configuration with a value of the wrong type',
    args: [...migrateGood, '--config', 'type.yaml'],
    code: 3,
    says: 'line 1, column 33',
    files: { 'type.yaml': 'migration: { "timeout_seconds": soon }\n' },
  },
  {
    what: 'a repository that the source does not have',
    args: ['migrate', '--plan', 'gone.json'],
    code: 3,
    says: 'acme-workspace/gone does not exist',
    files: {},
  },
  {
    what: 'a plan for another kind of host than the credentials',
    args: ['migrate', '--plan', 'kind.json'],
    code: 3,
    says: 'The plan is for bitbucket-data-center, and the credentials are for bitbucket-cloud',
  },
  {
    what: 'a workspace that is not there',
    args: ['discover', '--workspace', 'no-such-workspace'],
    code: 3,
    says: 'no-such-workspace',
  },
];
