import { commentModes } from '../ports/pull-request-target.ts';
import type { Flags } from './flag.ts';

/** How pull requests are brought over, if they are. */
export const pullRequestFlags = {
  comments: {
    kind: 'choice',
    choices: commentModes,
    summary: 'How conversations are written (default: threaded; others cost less)',
  },
  pullRequests: { kind: 'switch-off', summary: 'Bring over no pull requests' },
} as const satisfies Flags;
