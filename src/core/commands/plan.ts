import { exitCodes } from '../exit-codes.ts';
import { defineCommand } from './command.ts';
import { outputFlags } from './common-flags.ts';
import { pullRequestFlags } from './pull-request-flags.ts';

export const planCommand = defineCommand({
  name: 'plan',
  summary: 'Turn an inventory into a plan',
  description: [
    'Chooses repositories of an inventory and settles their names on the target. Asks no host.',
    'The plan is a JSON file made to be read and edited; its schema is assets/plan.schema.json.',
  ],
  flags: {
    inventory: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      required: true,
      summary: 'What discover wrote',
    },
    targetOrg: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'The organization, or your own account',
    },
    include: {
      kind: 'strings',
      value: 'glob',
      summary: 'Only repositories whose slug or name matches; repeatable',
    },
    exclude: {
      kind: 'strings',
      value: 'glob',
      summary: 'Not those whose slug or name matches; repeatable',
    },
    nameFrom: {
      kind: 'choice',
      choices: ['slug', 'name'],
      summary: 'What names on the target are made from (default: slug)',
    },
    visibility: {
      kind: 'choice',
      choices: ['source', 'private', 'internal', 'public'],
      summary: 'Visibility on the target (default: source, as it is there)',
    },
    ...pullRequestFlags,
    split: {
      kind: 'integer',
      value: 'n',
      minimum: 1,
      summary: 'Write plans of at most n repositories each',
    },
    output: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      summary: 'Write the plan here instead of standard output',
    },
    ...outputFlags,
  },
  examples: [
    'migrator plan --inventory inventory.json --target-org acme --output plan.json',
    'migrator plan --inventory inventory.json --target-org acme --include "payments-*" --output payments.json',
  ],
  async run({ flags, program }) {
    const [{ readInventory }, { writePlans }] = await Promise.all([
      import('../discovery/read-inventory.ts'),
      import('../plan/write-plans.ts'),
    ]);
    const { inventory, warnings } = await readInventory(flags.inventory);
    await writePlans({
      inventory,
      warnings,
      organization: flags.targetOrg,
      include: flags.include,
      exclude: flags.exclude,
      nameFrom: flags.nameFrom ?? 'slug',
      visibility: flags.visibility ?? 'source',
      pullRequests: {
        ...(flags.comments === undefined ? {} : { comments: flags.comments }),
        ...(flags.pullRequests ? {} : { migrate: false }),
      },
      split: flags.split,
      output: flags.output,
      json: flags.json,
      program,
    });
    return exitCodes.done;
  },
});
