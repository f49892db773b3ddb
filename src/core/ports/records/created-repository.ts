import type { CreatedObject } from './migration.ts';

/** What a `repository` object carries from its reset until the repository has arrived again. */
export const resetMark = '{"reset":true}';
export const noMark = '{}';

/**
 * Whether somebody has said that this repository is to be begun anew: then its target may have been in use for weeks, or
 * be gone.
 */
export function wasReset(made: Pick<CreatedObject, 'data'> | null): boolean {
  return made?.data === resetMark;
}
