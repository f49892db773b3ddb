import type { CommentMode } from '../migration/pull-requests/prepare/writes.ts';

/** As plan, configuration and command line write them; the first is the default. */
export const commentModes = [
  'threaded',
  'compact',
  'folded',
] as const satisfies readonly CommentMode[];
