import type { Flags } from './flag.ts';

/** Which repositories of a workspace are meant. */
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
  repositories: {
    kind: 'string',
    value: 'file',
    completes: 'file',
    summary: 'Only the repositories whose slugs or names this file lists, one a line',
  },
} as const satisfies Flags;
