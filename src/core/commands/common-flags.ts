import type { Flag, Flags } from '../options/flag.ts';
import type { Theme } from '../report/reporter.ts';

/**
 * A flag that takes a path.
 * @param endings of the files that completion offers; without any, every file
 */
export function fileFlag(summary: string, ...endings: readonly string[]) {
  const offered = endings.length === 0 ? {} : { endings };
  return { kind: 'string', value: 'file', completes: 'file', summary, ...offered } as const;
}

/** A flag that takes a migration, by its id or as `last`. */
export function migrationFlag(summary: string) {
  return { kind: 'string', value: 'id', completes: 'migration', summary } as const;
}

/** For commands that work on one. */
export const neededMigration = {
  migration: { ...migrationFlag('Migration id, or last for the newest'), required: true },
} as const satisfies Flags;

export const notifyFlag = {
  kind: 'boolean',
  summary: 'Bell and desktop notification at the end, in a terminal',
} as const satisfies Flag;

/** For commands that run for long. */
export const metricsFlag = {
  metricsAddress: {
    kind: 'string',
    value: 'host:port',
    summary: 'Serve metrics for Prometheus here while it runs',
  },
} as const satisfies Flags;

const outputFlags = {
  json: {
    kind: 'boolean',
    summary: 'JSON on standard output: the result, or one event per line',
  },
  plain: { kind: 'boolean', summary: 'Plain output, even in a terminal' },
  color: { kind: 'switch-off', summary: 'No colors (same as NO_COLOR)' },
  theme: {
    kind: 'choice',
    choices: ['auto', 'dark', 'light'] satisfies readonly Theme[],
    summary: 'Colors for a dark or light terminal (default: auto)',
  },
} as const satisfies Flags;

const logFlags = {
  verbose: {
    kind: 'count',
    short: 'v',
    summary: 'Show more: -v steps, -vv requests, -vvv everything',
  },
  logFile: fileFlag('Also write the log to this file, one JSON object per line'),
} as const satisfies Flags;

const configFlags = {
  config: fileFlag('Configuration file (default: migrator.yaml in this folder)', '.yaml', '.yml'),
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
    summary: 'Only repositories with a matching slug or name; repeatable',
  },
  exclude: {
    kind: 'strings',
    value: 'glob',
    summary: 'Skip repositories with a matching slug or name; repeatable',
  },
  repositories: fileFlag('Only repositories listed in this file by slug or name, one per line'),
} as const satisfies Flags;

export const publishFlag = {
  publishPrivate: {
    kind: 'strings',
    value: 'glob',
    summary: 'Publish these private repositories; repeatable',
  },
} as const satisfies Flags;

export const rewriteFlag = {
  rewriteHistory: {
    kind: 'strings',
    value: 'glob',
    summary: 'Confirm new commit hashes for these repositories; repeatable',
  },
} as const satisfies Flags;

export const vaultFlags = {
  vaultProject: {
    kind: 'string',
    value: 'path',
    required: true,
    summary: 'Folder under the mount that holds the entries',
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
  plan: fileFlag("Only this plan's repositories, under their GitHub names", '.json'),
} as const satisfies Flags;

export const waveFlag = {
  wave: {
    kind: 'integer',
    value: 'n',
    minimum: 1,
    maximum: 1000,
    summary: 'Only repositories in this wave of the plan',
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
