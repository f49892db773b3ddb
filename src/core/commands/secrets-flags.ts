import type { Flags } from './flag.ts';
import { forceFlag } from './force-flag.ts';

/** What secrets are to be there, and where. */
export const manifestFlags = {
  manifest: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    required: true,
    summary: 'The manifest of secrets',
  },
  targetOrg: {
    kind: 'string',
    value: 'name',
    required: true,
    summary: 'The organization on the target',
  },
  plan: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    summary: "Only this plan's repositories, by the names that they have there",
  },
  output: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    summary: 'Write the checklist (Markdown) here instead of standard output',
  },
  ...forceFlag,
} as const satisfies Flags;
