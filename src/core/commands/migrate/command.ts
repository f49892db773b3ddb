import type { ExitCode } from '../../kernel/exit-codes.ts';
import { flagsOf } from '../../options/option.ts';
import { migrateOptions } from '../../options/table.ts';
import { defineCommand } from '../command.ts';
import {
  commonFlags,
  fileFlag,
  metricsFlag,
  migrationFlag,
  notifyFlag,
  rewriteFlag,
  waveFlag,
} from '../common-flags.ts';

// Named where the help has them in another order.
const { workers, delay, skipExisting, overwrite, userMap, comments, largeFiles, ...options } =
  flagsOf(migrateOptions, 'migrate');

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Migrate the repositories in a plan',
  description: [
    'Checks everything first, and reports all problems together before it writes anything.',
    'To continue after a stop, run it again with the same plan, or with --resume.',
    'Credentials come from the environment: the same as for discover, and DST_TOKEN for GitHub.',
  ],
  endsInOrder: true,
  flags: {
    plan: fileFlag('Plan file to migrate', '.json'),
    resume: migrationFlag('Resume this migration: its ID, or last for the newest'),
    dryRun: {
      kind: 'boolean',
      summary: 'Check everything and show the steps; writes nothing',
    },
    workers,
    ...waveFlag,
    ...{ delay, skipExisting, overwrite },
    resetRepo: {
      kind: 'strings',
      value: 'name',
      summary: 'Start this repository over, by name or glob; repeatable',
    },
    resetRolledBack: {
      kind: 'boolean',
      summary: 'Migrate again the repositories that were rolled back',
    },
    resetState: {
      kind: 'boolean',
      summary: 'Start the entire migration over (last resort); moves a damaged state aside',
    },
    cancel: migrationFlag('End this migration for good; it cannot be resumed'),
    yes: { kind: 'boolean', summary: 'Answer yes to every confirmation' },
    notify: notifyFlag,
    ...{ userMap, comments, largeFiles },
    unmapPeople: {
      kind: 'boolean',
      summary: 'Confirm a user map that maps fewer people than before',
    },
    ...rewriteFlag,
    ...options,
    ...metricsFlag,
    ...commonFlags,
  },
  examples: [
    'migrator migrate --plan plan.json --dry-run',
    'migrator migrate --plan plan.json --workers 8 --log-file migration.log',
    'migrator migrate --plan plan.json --user-map users.csv --comments compact',
    'migrator migrate --resume last',
    'migrator migrate --resume last --reset-repo web-shop',
    'migrator migrate --plan plan.json --overwrite',
  ],
  async run({ flags, program }): Promise<ExitCode> {
    if (flags.cancel !== undefined) {
      const { cancelMigration } = await import('./cancel-handler.ts');
      return cancelMigration({ flags: { ...flags, cancel: flags.cancel }, program });
    }
    const [{ runMigrate }, { sameCommand }] = await Promise.all([
      import('./handler.ts'),
      import('../same-command.ts'),
    ]);
    const afterDryRun = sameCommand(migrateCommand, flags, { dryRun: false });
    const again = sameCommand(migrateCommand, flags, { dryRun: false, resetRolledBack: true });
    return runMigrate({ flags, program, afterDryRun, again });
  },
});
