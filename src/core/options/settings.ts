import { defineOption, type ValueOfOption } from './option.ts';

/** Options of which permissions, branch rules and more `discover` reads. */
export const readingOptions = {
  /** True if they are read and planned. */
  settings: defineOption({
    kind: 'boolean',
    default: false,
    control: {
      label: 'Settings',
      hint: 'Permissions, branch rules, reviewers, webhooks and keys. Groups become teams in the next step. Needs an administrator.',
      texts: { false: 'not read', true: 'read and plan them' },
    },
  }),
  groups: defineOption({
    kind: 'string',
    value: 'file',
    control: {
      label: 'Group list',
      hint: 'A CSV file: group,source_username. Names members of groups that Bitbucket does not list.',
      needs: ['settings'],
      empty: 'none; type the path of one',
    },
  }),
};

/** Options with keys of their own in a plan, beside its `options`. */
export const planningOptions = {
  follow: defineOption({
    kind: 'boolean',
    summary: 'Keep repositories private until a cut-over; access, webhooks and rules wait',
    flagOf: ['plan'],
    plan: 'follow',
    description:
      'The target follows the source until the cut-over: it is created private, and what opens it to others waits. Default false.',
    default: false,
    kept: {
      as: 'follow',
      // A target that was created open cannot be said to have been closed until now.
      until: {
        first: 'created',
        name: 'follow',
        because: 'some targets were already created this way',
      },
    },
    control: {
      label: 'Cut-over',
      hint: 'With a later cut-over targets are created private; access, webhooks and active rules wait for it.',
      texts: {
        false: 'none: open the target at once',
        true: 'later: keep the target closed until then',
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
      "How pull requests are created. rest: by requests, under one account; archive: by GitHub's importer, with their authors and times. Default rest.",
    default: 'rest',
    // A resume refuses another engine.
    kept: { as: 'engine' },
    control: {
      label: 'Engine',
      hint: "GitHub's importer keeps authors and times, and needs a classic token. A cut-over imports again what has changed. The last step offers a trial.",
      texts: {
        rest: 'requests: one account, dated today',
        archive: 'importer: real authors and times',
      },
      needs: ['pullRequests'],
      sets: 'plan',
    },
  }),
  archiveFormat: defineOption({
    kind: 'choice',
    choices: ['github', 'bitbucket-server'],
    summary: "With --engine archive: GitHub's own format (default), or Data Center's export",
    flagOf: ['plan', 'migrate'],
    plan: 'archive_format',
    description:
      "Format of archives. github: GitHub's own; bitbucket-server: the export of a Data Center, for such sources only. Default github.",
    default: 'github',
    // A resume refuses another format.
    kept: { as: 'archive_format' },
    control: {
      label: 'Archive format',
      hint: "What GitHub's importer gets. Approvals were seen to arrive from exports of a Data Center; records keep images and threads on several lines.",
      texts: {
        github: "records of GitHub's own exports",
        'bitbucket-server': 'an export of a Data Center',
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
