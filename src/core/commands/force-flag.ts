import type { Flags } from './flag.ts';

/** Of every command that writes a file which a person named. */
export const forceFlag = {
  force: { kind: 'boolean', summary: 'Replace a file that is there already' },
} as const satisfies Flags;
