import { defineOption, type ValueOfOption } from './option.ts';

/** Options of which permissions, branch rules and more `discover` reads. */
export const readingOptions = {
  /** True if they are read and planned. */
  settings: defineOption({
    kind: 'boolean',
    default: false,
    control: {
      label: 'Settings',
      group: 'contents',
      hint: "The basics are description, visibility and default branch. Reading adds permissions, branch rules, reviewers, webhooks, keys, and teams for groups. It needs an administrator's token.",
      texts: { false: 'only the basics', true: 'read and plan them' },
    },
  }),
  /** True if pipeline files are read and planned. */
  convertPipelines: defineOption({
    kind: 'boolean',
    default: false,
    control: {
      label: 'Pipelines',
      group: 'contents',
      hint: 'Each repository gets a pull request with GitHub Actions workflows. Its default branch is unchanged.',
      texts: { false: 'not converted', true: 'convert to workflows' },
      needsPipelines: true,
    },
  }),
  groups: defineOption({
    kind: 'string',
    value: 'file',
    control: {
      label: 'Group list',
      group: 'contents',
      hint: 'A CSV file: group,source_username. Adds group members that Bitbucket does not list.',
      needs: ['settings'],
      empty: 'none; type a path',
    },
  }),
};

/** Options with keys of their own in a plan, beside its `options`. */
export const planningOptions = {
  follow: defineOption({
    kind: 'boolean',
    summary: 'Keep repositories private until a cut-over; access and rules wait',
    flagOf: ['plan'],
    plan: 'follow',
    description:
      'Keep repositories private until the cut-over; access, webhooks and rules wait. Default false.',
    default: false,
    kept: {
      as: 'follow',
      // A target that was created open cannot be said to have been closed until now.
      until: {
        first: 'created',
        name: 'follow',
        because: 'some repositories were already created this way',
      },
    },
    control: {
      label: 'Cut-over',
      group: 'way',
      hint: 'Cut over later: repositories stay private, without access, webhooks or rules, until you run the cut-over.',
      texts: {
        false: 'none: open repositories right away',
        true: 'later: keep repositories closed until then',
      },
      sets: 'plan',
    },
  }),
  engine: defineOption({
    kind: 'choice',
    choices: ['rest', 'archive'],
    summary: "GitHub's REST API (default), or its importer (real authors and times)",
    flagOf: ['plan', 'migrate'],
    plan: 'engine',
    description:
      'How pull requests are created. rest: API, under one account; archive: importer, with real authors and times. Default rest.',
    default: 'rest',
    // A resume refuses another engine.
    kept: { as: 'engine' },
    control: {
      label: 'Engine',
      group: 'contents',
      hint: "GitHub's importer keeps authors and times, and needs a classic token. A cut-over imports changed repositories again. The last step offers a test import.",
      texts: {
        rest: 'REST API: one account, dated today',
        archive: 'importer: real authors and times',
      },
      needs: ['pullRequests'],
      sets: 'plan',
    },
  }),
  archiveFormat: defineOption({
    kind: 'choice',
    choices: ['github', 'bitbucket-server'],
    summary: "With --engine archive: GitHub's format (default), or Data Center's export",
    flagOf: ['plan', 'migrate'],
    plan: 'archive_format',
    description:
      "Archive format. github: GitHub's own; bitbucket-server: Data Center's export, only for Data Center. Default github.",
    default: 'github',
    // A resume refuses another format.
    kept: { as: 'archive_format' },
    control: {
      label: 'Archive format',
      group: 'contents',
      hint: "Data Center exports are known to keep approvals. GitHub's own format keeps images and multi-line threads.",
      texts: {
        github: "GitHub's own format",
        'bitbucket-server': 'a Data Center export',
      },
      when: { engine: 'archive' },
      needsExports: true,
      sets: 'plan',
    },
  }),
};

/** Options of how a plan's settings are applied. */
export const applyingOptions = {
  settings: defineOption({
    kind: 'choice',
    choices: ['active', 'disabled', 'none'],
    summary: 'Planned settings: rules active (default), rules disabled, or no settings',
    flagOf: ['migrate'],
    default: 'active',
    kept: { as: 'apply_settings' },
  }),
  invite: defineOption({
    kind: 'boolean',
    summary: 'Invite people who are not in the organization; each takes a seat',
    flagOf: ['migrate'],
    default: false,
    kept: { as: 'invite' },
  }),
};

/** How a plan's settings are applied: rulesets in force, rulesets switched off, or no settings at all. */
export const settingsModes = applyingOptions.settings.choices;
export type SettingsMode = ValueOfOption<typeof applyingOptions.settings>;

/** Actions of a plan for a pipeline file. */
export const pipelineActions = ['convert', 'leave'] as const;
export type PipelineAction = (typeof pipelineActions)[number];
