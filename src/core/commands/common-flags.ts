import { commentModes } from '../ports/pull-request-target.ts';
import type { Theme } from '../report/reporter.ts';
import { settingsModes } from '../settings/settings-modes.ts';
import type { Flag, Flags } from './flag.ts';

/** A flag that takes a path. */
export function fileFlag(summary: string) {
  return { kind: 'string', value: 'file', completes: 'file', summary } as const;
}

export const notifyFlag = {
  kind: 'boolean',
  summary: 'Bell and desktop notification at the end, in a terminal',
} as const satisfies Flag;

const outputFlags = {
  json: {
    kind: 'boolean',
    summary: 'Machine-readable: the result, or one event a line, on standard output',
  },
  plain: { kind: 'boolean', summary: 'Plain output, even in a terminal' },
  color: { kind: 'switch-off', summary: 'No colours (NO_COLOR does the same)' },
  theme: {
    kind: 'choice',
    choices: ['auto', 'dark', 'light'] satisfies readonly Theme[],
    summary: 'Colours for a dark or light terminal (default: auto)',
  },
} as const satisfies Flags;

const logFlags = {
  verbose: {
    kind: 'count',
    short: 'v',
    summary: 'Show more: -v steps, -vv requests, -vvv everything',
  },
  logFile: fileFlag('Also write the log to this file, one JSON object a line'),
} as const satisfies Flags;

const configFlags = {
  config: fileFlag('Configuration file (default: migrator.yaml in this folder)'),
} as const satisfies Flags;

/** Every command takes these, even without an effect, so that scripts can pass them to all. */
export const commonFlags = { ...configFlags, ...logFlags, ...outputFlags } as const;

/** Without --json: the wizard has no result of its own. */
export const wizardFlags = {
  ...configFlags,
  ...logFlags,
  plain: { kind: 'boolean', summary: 'Plain prompts and output, even in a terminal' },
  color: outputFlags.color,
  theme: outputFlags.theme,
  notify: notifyFlag,
} as const satisfies Flags;

/** For commands that write a named file. */
export const forceFlag = {
  force: { kind: 'boolean', summary: 'Replace an existing file' },
} as const satisfies Flags;

export const repositoryFlags = {
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
  repositories: fileFlag('Only the repositories whose slugs or names this file lists, one a line'),
} as const satisfies Flags;

export const publishFlag = {
  publishPrivate: {
    kind: 'strings',
    value: 'glob',
    summary: 'Publish these although private on the source; repeatable',
  },
} as const satisfies Flags;

export const pullRequestFlags = {
  comments: {
    kind: 'choice',
    choices: commentModes,
    summary: 'How conversations are written (default: threaded; others cost less)',
  },
  pullRequests: { kind: 'switch-off', summary: 'Do not migrate pull requests' },
} as const satisfies Flags;

export const settingsFlags = {
  settings: {
    kind: 'choice',
    choices: settingsModes,
    summary: 'Planned settings: rules active (default), rules disabled, or none of them',
  },
  invite: {
    kind: 'boolean',
    summary: 'Invite people who are not in the organization; each takes a seat',
  },
} as const satisfies Flags;

export const vaultFlags = {
  vaultProject: {
    kind: 'string',
    value: 'path',
    required: true,
    summary: 'The folder below the mount that holds the entries',
  },
} as const satisfies Flags;

export const targetOrgFlag = {
  targetOrg: {
    kind: 'string',
    value: 'name',
    required: true,
    summary: 'Target organization',
  },
} as const satisfies Flags;

export const planFlag = {
  plan: fileFlag("Only this plan's repositories, under their target names"),
} as const satisfies Flags;

export const workersFlag = {
  workers: {
    kind: 'integer',
    value: 'n',
    minimum: 1,
    maximum: 32,
    summary: 'Repositories in parallel (default: 4)',
  },
} as const satisfies Flags;

export const waveFlag = {
  wave: {
    kind: 'integer',
    value: 'n',
    minimum: 1,
    maximum: 1000,
    summary: 'Only the repositories with this wave in the plan',
  },
} as const satisfies Flags;

/** For commands that compare a manifest of secrets with the target. */
export const manifestFlags = {
  manifest: { ...fileFlag('The manifest of secrets'), required: true },
  ...targetOrgFlag,
  ...planFlag,
  output: fileFlag('Write the checklist (Markdown) here instead of standard output'),
  ...forceFlag,
} as const satisfies Flags;
