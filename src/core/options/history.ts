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
  /** Not in migrator.yaml: nobody should rewrite a history by a default. */
  largeFiles: defineOption({
    kind: 'choice',
    choices: ['refuse', 'rewrite'],
    summary: 'Refuse files over the limit, or rewrite them to LFS (default: refuse)',
    flagOf: ['plan', 'migrate'],
    plan: 'large_files',
    description:
      "Files over GitHub's limit: refuse the repository, or rewrite its history to Git LFS, so that commit hashes change. A rewrite needs rewrite_history. Default refuse.",
    default: 'refuse',
    kept: { as: 'large_files' },
    control: {
      label: 'Large files',
      group: 'contents',
      hint: "Files over GitHub's limit. A rewrite moves them to LFS and changes commit hashes; you confirm once the figures are known.",
      texts: { refuse: 'refuse the repository', rewrite: 'rewrite the history to LFS' },
      forgets: ['rewrite'],
      sets: 'plan',
    },
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
    description: 'Number of commits to keep on each branch with shallow_clone. Default 50.',
    default: 50,
  }),
};

export type LfsChoice = ValueOfOption<typeof historyOptions.lfs>;
