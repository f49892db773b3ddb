import type { Flags } from './command.ts';

/** How a command shows what it does. */
export const outputFlags = {
  json: {
    kind: 'boolean',
    summary: 'Machine-readable: the result, or one event a line, on standard output',
  },
  plain: { kind: 'boolean', summary: 'Lines alone, also in a terminal' },
  color: { kind: 'switch-off', summary: 'No colours (NO_COLOR does the same)' },
} as const satisfies Flags;

/** How much is told of what a command does, and where. */
export const logFlags = {
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
export const configFlags = {
  config: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    summary: 'Configuration file (default: migrator.yaml in this folder)',
  },
} as const satisfies Flags;
