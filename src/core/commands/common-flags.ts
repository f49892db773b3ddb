import type { Flags } from './flag.ts';

/** How a command shows what it does. */
const outputFlags = {
  json: {
    kind: 'boolean',
    summary: 'Machine-readable: the result, or one event a line, on standard output',
  },
  plain: { kind: 'boolean', summary: 'Lines alone, also in a terminal' },
  color: { kind: 'switch-off', summary: 'No colours (NO_COLOR does the same)' },
} as const satisfies Flags;

/** How much is told of what a command does, and where. */
const logFlags = {
  verbose: {
    kind: 'count',
    short: 'v',
    summary: 'Tell more: -v steps, -vv requests, -vvv everything',
  },
  logFile: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    summary: 'Write the log, one JSON object a line, to this file as well',
  },
} as const satisfies Flags;

/** Where the settings are. */
const configFlags = {
  config: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    summary: 'Configuration file (default: migrator.yaml in this folder)',
  },
} as const satisfies Flags;

/** What every command takes, also where it changes nothing: a script gives it to all alike. */
export const commonFlags = { ...configFlags, ...logFlags, ...outputFlags } as const;

/** A wizard's result is what it leads to. */
export const wizardFlags = {
  ...configFlags,
  ...logFlags,
  plain: { kind: 'boolean', summary: 'Ask and tell in lines, also in a terminal' },
  color: outputFlags.color,
} as const satisfies Flags;
