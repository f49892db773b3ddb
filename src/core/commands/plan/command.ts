import { exitCodes } from '../../kernel/exit-codes.ts';
import { flagsOf } from '../../options/option.ts';
import { pipelineActions } from '../../options/settings.ts';
import { migrateOptions } from '../../options/table.ts';
import { targetOptions } from '../../options/targets.ts';
import { defineCommand } from '../command.ts';
import {
  commonFlags,
  fileFlag,
  forceFlag,
  publishFlag,
  repositoryFlags,
  rewriteFlag,
} from '../common-flags.ts';

// Named where the help has them in another order.
const { nameFrom, visibility } = flagsOf(targetOptions, 'plan');
const { comments, pullRequests, lfs, largeFiles, follow, ...options } = flagsOf(
  migrateOptions,
  'plan',
);

export const planCommand = defineCommand({
  name: 'plan',
  summary: 'Write a plan from an inventory',
  description: [
    'Selects repositories from an inventory and sets their GitHub names. Contacts no host.',
    'The plan is a JSON file that you can edit; its schema is assets/plan.schema.json.',
  ],
  flags: {
    inventory: { ...fileFlag('Inventory written by discover', '.json'), required: true },
    targetOrg: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'Target organization, or your own account',
    },
    ...repositoryFlags,
    nameFrom,
    rename: {
      kind: 'strings',
      value: 'slug=name',
      summary: 'Rename one repository on GitHub; repeatable',
    },
    visibility,
    ...publishFlag,
    ...{ comments, pullRequests, lfs, largeFiles },
    ...rewriteFlag,
    teamMap: fileFlag('Map of groups to teams (CSV: group,team,access,accept)', '.csv'),
    userMap: fileFlag('GitHub logins for people (CSV)', '.csv'),
    jiraUrl: {
      kind: 'string',
      value: 'url',
      summary: "Jira's URL, to link issue keys that Cloud shows only in pull requests",
    },
    rulesets: {
      kind: 'choice',
      choices: ['repository', 'organization'],
      summary: 'Where to create rules shared by repositories (default: repository)',
    },
    pipelines: {
      kind: 'choice',
      choices: pipelineActions,
      summary: 'Pipelines in the inventory: convert them (default), or leave them',
    },
    follow,
    ...options,
    split: {
      kind: 'integer',
      value: 'n',
      minimum: 1,
      summary: 'Write several plans with at most n repositories each',
    },
    output: fileFlag('Write the plan to this file instead of standard output'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator plan --inventory inventory.json --target-org acme --output plan.json',
    'migrator plan --inventory inventory.json --target-org acme --include "payments-*" --output payments.json',
    'migrator plan --inventory inventory.json --target-org acme --team-map teams.csv --output plan.json',
  ],
  async run({ flags, program }) {
    program.naming.checkOwnerName(flags.targetOrg);
    const [
      { readSourcedInventory },
      { writePlans },
      { readSlugs },
      { isNamedTargetLimited },
      { commonInputs },
      { parseRenames },
      { readSettingsChoice },
    ] = await Promise.all([
      import('../../discovery/read-inventory.ts'),
      import('./handler.ts'),
      import('../../plan/read-slugs.ts'),
      import('./handler.ts'),
      import('../../config/load-config.ts'),
      import('../../plan/renames.ts'),
      import('../../plan/settings-choice.ts'),
    ]);
    const renames = parseRenames(flags.rename);
    const { inventory, warnings } = await readSourcedInventory(flags.inventory);
    const { repositories: list } = flags;
    const targetIsLimited = await isNamedTargetLimited(program.environment, flags.config);
    await writePlans({
      inventory,
      warnings,
      choices: {
        ...flags,
        organization: flags.targetOrg,
        slugs: list === undefined ? undefined : await readSlugs(list),
        nameFrom: flags.nameFrom ?? 'slug',
        renames,
        visibility: flags.visibility ?? 'source',
        lfs: flags.lfs ?? 'found',
        settings: await readSettingsChoice({ ...flags, inventory, targetIsLimited }),
      },
      split: flags.split,
      output: flags.output,
      inputs: [
        ...commonInputs(flags, program),
        { flag: '--inventory', path: flags.inventory },
        { flag: '--repositories', path: list },
        { flag: '--team-map', path: flags.teamMap },
        { flag: '--user-map', path: flags.userMap },
      ],
      force: flags.force,
      ...{ json: flags.json, userMap: flags.userMap, config: flags.config },
      isVerbose: flags.verbose > 0,
      program,
      targetIsLimited,
    });
    return exitCodes.done;
  },
});
