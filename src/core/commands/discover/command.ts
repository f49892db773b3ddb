import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, repositoryFlags } from '../common-flags.ts';

export const discoverCommand = defineCommand({
  name: 'discover',
  summary: 'List the repositories of a Bitbucket workspace or project',
  description: [
    "Reads a workspace's repositories into an inventory: one request per 100 repositories.",
    '--deep also counts pull requests and comments: two requests per repository and one per 50 pull requests.',
    '--include-settings reads permissions, branch rules, reviewers, webhooks and keys: about 10 requests per repository.',
    '--include-pipelines reads and grades bitbucket-pipelines.yml: one request per repository.',
    '--include-secrets lists the names of pipeline variables, never values: two or more requests per repository.',
    'Credentials come from the environment: SRC_USERNAME with SRC_API_TOKEN (or SRC_APP_PASSWORD), or SRC_ACCESS_TOKEN.',
    'Use several access tokens in parallel: SRC_ACCESS_TOKEN_1, SRC_ACCESS_TOKEN_2 (Data Center: SRC_TOKEN_1).',
    'For Data Center: SRC_DATA_CENTER_URL with SRC_TOKEN; --workspace then takes a project key.',
  ],
  endsInOrder: true,
  flags: {
    workspace: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'Workspace slug, or its UUID in braces; for Data Center a project key',
    },
    project: {
      kind: 'string',
      value: 'key',
      summary: 'Only repositories in this project',
    },
    deep: {
      kind: 'boolean',
      summary: 'Deep scan: count pull requests and comments, and look for LFS; can be interrupted',
    },
    includeSecrets: {
      kind: 'boolean',
      summary: 'List the names of pipeline variables at all levels; can be interrupted',
    },
    includeSettings: {
      kind: 'boolean',
      summary: 'Read permissions, branch rules and more; needs administrator scopes',
    },
    includePipelines: {
      kind: 'boolean',
      summary: 'Read bitbucket-pipelines.yml and grade its conversion to workflows',
    },
    includeLargeFiles: {
      kind: 'boolean',
      summary: "Fetch repositories and list files over GitHub's limit; can be interrupted",
    },
    groups: fileFlag(
      'With --include-settings: members of groups that Bitbucket does not list (CSV)',
    ),
    users: fileFlag('With --deep: write a user map to fill in, with everyone seen'),
    include: {
      ...repositoryFlags.include,
      summary: 'With a scan: scan only matching repositories; repeatable',
    },
    exclude: {
      ...repositoryFlags.exclude,
      summary: 'With a scan: skip matching repositories; repeatable',
    },
    repositories: {
      ...repositoryFlags.repositories,
      summary: 'With a scan: scan only the repositories listed in this file',
    },
    fresh: {
      kind: 'boolean',
      summary: 'With a scan: ignore the results of earlier runs',
    },
    output: fileFlag('Write the inventory to this file instead of standard output'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator discover --workspace acme --output inventory.json',
    'migrator discover --workspace acme --deep --users users.csv --output inventory.json',
    'migrator discover --workspace acme --include-settings --output inventory.json',
    'migrator discover --workspace acme --include-pipelines --output inventory.json',
    'migrator discover --workspace acme --include-secrets --output inventory.json',
  ],
  async run({ flags, program }) {
    const { runDiscover } = await import('./handler.ts');
    const isComplete = await runDiscover({ flags, program });
    return isComplete ? exitCodes.done : exitCodes.someFailed;
  },
});
