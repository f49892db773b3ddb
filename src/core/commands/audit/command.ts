import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, migrationFlag } from '../common-flags.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'Export or check the audit log of all writes to Bitbucket and GitHub',
  description: [
    'Exports every request, push and upload of a migration that changed something: when, which account, before and after.',
    'Each line has the hash of the previous line, which reveals later changes. Reads only the state; contacts no host.',
    '--check reports the first line that does not match, and exits with code 6.',
  ],
  flags: {
    migration: migrationFlag('Migration to export'),
    output: fileFlag('Write the audit log to this file, one JSON object per line'),
    check: fileFlag(
      'Check an exported file, and compare it with the state if the migration is there',
    ),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator audit --migration last --output audit.jsonl',
    'migrator audit --check audit.jsonl',
  ],
  run: async (invocation) => (await import('./handler.ts')).runAudit(invocation),
});
