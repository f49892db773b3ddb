import { flagsOf } from '../../options/option.ts';
import { applyingOptions } from '../../options/settings.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, neededMigration } from '../common-flags.ts';

export const settingsCommand = defineCommand({
  name: 'settings',
  summary: "Apply a plan's permissions, rules and other settings to migrated repositories",
  description: [
    'Applies the settings in a plan, completes them, or activates rules later.',
    'Reads the settings on GitHub and adds missing ones. Never lowers or removes a setting.',
    'Exit code 6: GitHub refused a setting; the output says what to do instead.',
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    plan: fileFlag('The plan with edited settings', '.json'),
    dryRun: { kind: 'boolean', summary: 'Show missing settings; writes nothing' },
    ...flagsOf(applyingOptions, 'migrate'),
    ...commonFlags,
  },
  examples: [
    'migrator settings --migration last --dry-run',
    'migrator settings --migration last --settings active',
    'migrator settings --migration last --plan plan.json --invite',
  ],
  run: async (invocation) => (await import('./handler.ts')).runSettings(invocation),
});
