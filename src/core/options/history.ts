import { defineOption, type ValueOfOption } from './option.ts';

/** Options of the Git history and its LFS objects. */
export const historyOptions = {
  /** Decides on `include_lfs` in a plan. */
  lfs: defineOption({
    kind: 'choice',
    choices: ['found', 'always', 'never'],
    summary: 'Migrate LFS objects (default: found, if there are pointers and git-lfs)',
    flagOf: ['plan'],
    default: 'found',
    control: {
      label: 'LFS objects',
      group: 'contents',
      hint: 'migrator verifies objects by checksum.',
      texts: {
        found: 'if there are pointers',
        always: 'always (needs git-lfs)',
        never: 'never (repositories with LFS fail)',
      },
      sets: 'plan',
    },
  }),
  /** `null`: where pointers are found and git-lfs is installed. */
  includeLfs: defineOption({
    kind: 'boolean',
    plan: 'include_lfs',
    config: 'include_lfs',
    description:
      'Migrate LFS objects; needs git-lfs. Default: if there are pointers and git-lfs is installed.',
    default: null,
  }),
  timeoutSeconds: defineOption({
    kind: 'integer',
    value: 'seconds',
    minimum: 1,
    maximum: 604_800,
    plan: 'timeout_seconds',
    config: 'timeout_seconds',
    description: 'Timeout for one repository, excluding rate-limit waits. Default 3600.',
    default: 3600,
  }),
  shallowClone: defineOption({
    kind: 'boolean',
    plan: 'shallow_clone',
    config: 'shallow_clone',
    description: 'Migrate only the newest history. Hashes change. Default false.',
    default: false,
  }),
  shallowDepth: defineOption({
    kind: 'integer',
    value: 'n',
    minimum: 1,
    maximum: 1_000_000,
    plan: 'shallow_depth',
    config: 'shallow_depth',
    description: 'Commits to keep per line of history with shallow_clone. Default 50.',
    default: 50,
  }),
};

export type LfsChoice = ValueOfOption<typeof historyOptions.lfs>;
