import type { CommentMode } from '../ports/pull-request-target.ts';

/** As plan, configuration and command line write them; the first is the default. */
export const commentModes = [
  'threaded',
  'compact',
  'folded',
] as const satisfies readonly CommentMode[];
