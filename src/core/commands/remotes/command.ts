import { defineCommand } from '../command.ts';
import { commonFlags, forceFlag, neededMigration } from '../common-flags.ts';

export const remotesCommand = defineCommand({
  name: 'remotes',
  summary: 'Write scripts that point clones at the migrated repositories',
  description: [
    'Writes scripts for sh and PowerShell that change the remotes of all clones below a folder.',
    'Adds rules for Git, a map for nginx in front of Data Center, and a list of owners.',
    'After a rewrite to LFS, adds commit maps and scripts that move branches.',
    'Covers only migrated repositories; contacts no host.',
  ],
  flags: {
    ...neededMigration,
    output: {
      kind: 'string',
      value: 'folder',
      required: true,
      completes: 'file',
      summary: 'Folder for the files',
    },
    alias: {
      kind: 'string',
      value: 'host,…',
      summary: 'Other names for the Bitbucket host, for example for SSH',
    },
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator remotes --migration last --output remotes',
    'migrator remotes --migration last --output remotes --alias git.acme.example',
  ],
  run: async (invocation) => (await import('./handler.ts')).writeRemotes(invocation),
});
