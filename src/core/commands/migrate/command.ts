import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, pullRequestFlags, workersFlag } from '../common-flags.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the repositories of a plan over',
  description: [
    'Checks everything first and reports all problems at once; nothing is written before that.',
    'Run again with the same plan, or with --resume, it goes on where it was.',
    'Credentials come from the environment: those of discover, and DST_TOKEN for GitHub.',
  ],
  endsInOrder: true,
  flags: {
    plan: fileFlag('The plan that drives the migration'),
    resume: { kind: 'string', value: 'id', summary: 'Go on with this migration' },
    dryRun: {
      kind: 'boolean',
      summary: 'Check everything and list what would be done; write nothing',
    },
    ...workersFlag,
    delay: {
      kind: 'integer',
      value: 'ms',
      minimum: 0,
      maximum: 86_400_000,
      summary: 'Milliseconds between the starts of two repositories, across all workers',
    },
    skipExisting: {
      kind: 'boolean',
      summary: 'Leave repositories alone that the target has already',
    },
    overwrite: {
      kind: 'boolean',
      summary: 'Replace repositories that the target has already: they are renamed and kept',
    },
    resetRepo: {
      kind: 'strings',
      value: 'name',
      summary: 'Forget the steps of this repository and go through them again; repeatable',
    },
    resetState: {
      kind: 'boolean',
      summary: 'The same for the whole migration (last resort); sets a damaged state aside',
    },
    cancel: {
      kind: 'string',
      value: 'id',
      summary: 'End this migration for good; nobody can resume it',
    },
    yes: { kind: 'boolean', summary: 'Confirm beforehand what would be asked' },
    userMap: fileFlag('CSV of who is who: discover --deep --users writes one to be filled in'),
    ...pullRequestFlags,
    ...commonFlags,
  },
  examples: [
    'migrator migrate --plan plan.json --dry-run',
    'migrator migrate --plan plan.json --workers 8 --log-file migration.log',
    'migrator migrate --plan plan.json --user-map users.csv --comments compact',
    'migrator migrate --resume mig_m4xk2p9qa7c1',
    'migrator migrate --resume mig_m4xk2p9qa7c1 --reset-repo web-shop',
    'migrator migrate --plan plan.json --overwrite',
  ],
  async run({ flags, program }) {
    if (flags.cancel !== undefined) {
      const { cancelMigration } = await import('./cancel-handler.ts');
      return cancelMigration({ flags: { ...flags, cancel: flags.cancel }, program });
    }
    const { runMigrate } = await import('./handler.ts');
    return runMigrate({ flags, program });
  },
});
