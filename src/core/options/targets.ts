import { defineOption } from './option.ts';

/** Options of the targets: their owner, names, visibility, and those that exist already. */
export const targetOptions = {
  organization: defineOption({
    kind: 'string',
    value: 'name',
    control: {
      label: 'Organization',
      hint: 'A GitHub organization, or your own account.',
      empty: 'type its name',
    },
  }),
  visibility: defineOption({
    kind: 'choice',
    choices: ['source', 'private', 'internal', 'public'],
    summary: 'Visibility on GitHub (default: source, as on Bitbucket)',
    flagOf: ['plan'],
    default: 'source',
    control: {
      label: 'Visibility',
      hint: '"internal" needs an enterprise. You confirm before private repositories become visible. Repositories are created private and changed at the end.',
      texts: { source: 'as on Bitbucket' },
      forgets: ['public', 'internal'],
      sets: 'plan',
    },
  }),
  nameFrom: defineOption({
    kind: 'choice',
    choices: ['slug', 'name'],
    summary: 'Source of the GitHub names (default: slug)',
    flagOf: ['plan'],
    default: 'slug',
    control: {
      label: 'Names from',
      group: 'way',
      hint: 'GitHub accepts letters, digits, ".", "_" and "-"; the review shows what changes.',
      texts: { slug: 'slug (the name in the URL)', name: 'display name' },
      sets: 'plan',
    },
  }),
  /** Stands for the two flags below. */
  existing: defineOption({
    kind: 'choice',
    choices: ['stop', 'skip', 'overwrite'],
    default: 'stop',
    control: {
      label: 'If it exists',
      hint: 'migrator finds existing repositories before it writes anything. You confirm before it replaces any.',
      texts: {
        stop: 'stop before writing anything',
        skip: 'skip it',
        overwrite: 'replace it; rename and keep the old one',
      },
      forgets: ['overwrite'],
    },
  }),
};

/** Of repositories that the target has already. A later run keeps a flag of these as `existing`. */
export const existingOptions = {
  skipExisting: defineOption({
    kind: 'boolean',
    summary: 'Skip repositories that already exist on GitHub',
    flagOf: ['migrate'],
    plan: 'skip_existing',
    description: 'Skip repositories that already exist on GitHub.',
    default: false,
  }),
  overwrite: defineOption({
    kind: 'boolean',
    summary: 'Replace existing GitHub repositories; renames and keeps the old ones',
    flagOf: ['migrate'],
    plan: 'overwrite',
    description:
      'Replace repositories that already exist on GitHub; renames and keeps the old ones. Needs confirmation. Not with skip_existing.',
    default: false,
  }),
};
