import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, repositoryFlags } from '../common-flags.ts';

export const discoverCommand = defineCommand({
  name: 'discover',
  summary: 'List what a Bitbucket workspace or project holds',
  description: [
    'Reads the repositories of a workspace into an inventory. Costs one request for every hundred repositories.',
    'With --deep it counts their pull requests and comments too: two requests a repository, and one per 50 pull requests.',
    'With --include-secrets it lists names of pipeline variables, never a value: two requests a repository or more.',
    'Credentials come from the environment: SRC_USERNAME with SRC_API_TOKEN (or SRC_APP_PASSWORD), or SRC_ACCESS_TOKEN.',
    'For a Data Center: SRC_DATA_CENTER_URL with SRC_TOKEN; --workspace then takes the key of a project.',
  ],
  endsInOrder: true,
  flags: {
    workspace: {
      kind: 'string',
      value: 'name',
      required: true,
      summary:
        'The workspace, as in its address, or its UUID in braces; of a Data Center the key of a project',
    },
    project: {
      kind: 'string',
      value: 'key',
      summary: 'Only the repositories of this project of a workspace',
    },
    deep: {
      kind: 'boolean',
      summary: 'Count pull requests and comments, and look for LFS; can be interrupted',
    },
    includeSecrets: {
      kind: 'boolean',
      summary: 'List the names of pipeline variables on all levels; can be interrupted',
    },
    users: fileFlag('With --deep: write everybody who was seen, as a user map to be filled in'),
    include: {
      ...repositoryFlags.include,
      summary: 'With --deep or --include-secrets: look only at repositories that match; repeatable',
    },
    exclude: {
      ...repositoryFlags.exclude,
      summary: 'With --deep or --include-secrets: do not look at those; repeatable',
    },
    repositories: {
      ...repositoryFlags.repositories,
      summary: 'With --deep or --include-secrets: look only at those whose slugs this file lists',
    },
    fresh: {
      kind: 'boolean',
      summary: 'With --deep or --include-secrets: look again at what an earlier run has read',
    },
    output: fileFlag('Write the inventory here instead of standard output'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator discover --workspace acme --output inventory.json',
    'migrator discover --workspace acme --deep --users users.csv --output inventory.json',
    'migrator discover --workspace acme --include-secrets --output inventory.json',
  ],
  async run({ flags, program }) {
    const { runDiscover } = await import('./handler.ts');
    const isComplete = await runDiscover({ flags, program });
    return isComplete ? exitCodes.done : exitCodes.someFailed;
  },
});
