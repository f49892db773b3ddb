import type { Flags } from './flag.ts';

/** Where in the vault the entries are. */
export const vaultFlags = {
  vaultProject: {
    kind: 'string',
    value: 'path',
    required: true,
    summary: 'The folder below the mount that holds the entries',
  },
} as const satisfies Flags;
