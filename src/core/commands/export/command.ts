import { defineCommand } from '../command.ts';
import { commonFlags, forceFlag, neededMigration } from '../common-flags.ts';

export const exportTerraformCommand = defineCommand({
  name: 'export terraform',
  summary: 'Write Terraform configuration that imports what was migrated',
  description: [
    'Writes repositories, teams, members, access, rulesets, autolinks and environments as .tf files.',
    'Each has an import block, so the first terraform apply creates nothing. No file contains a secret.',
    'Reads GitHub with DST_TOKEN, about five requests per repository; writes to no host.',
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    output: {
      kind: 'string',
      value: 'folder',
      required: true,
      completes: 'file',
      summary: 'Folder for the files',
    },
    ...forceFlag,
    ...commonFlags,
  },
  examples: ['migrator export terraform --migration last --output terraform'],
  run: async (invocation) => (await import('./handler.ts')).exportTerraform(invocation),
});
