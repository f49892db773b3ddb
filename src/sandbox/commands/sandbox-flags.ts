import type { Flags } from '../../core/commands/command.ts';

/** What both commands that start the embedded hosts take. */
export const sandboxFlags = {
  repository: {
    kind: 'strings',
    value: 'path',
    summary: 'Put this Git repository of yours into the workspace as well; repeatable',
  },
} as const satisfies Flags;
