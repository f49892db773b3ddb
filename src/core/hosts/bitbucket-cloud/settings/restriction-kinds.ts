import type { RefAction } from '../../../ports/records/source-settings.ts';

/**
 * What restrictions of permissions prevent. `push` "stops a user pushing to matching branches", which also creates and
 * deletes them; `restrict_merges` "stops a user merging pull requests" (Atlassian's OpenAPI description).
 */
export const restrictedActions: Readonly<Record<string, readonly RefAction[]>> = {
  push: ['push', 'force', 'delete', 'create'],
  restrict_merges: ['merge'],
  force: ['force'],
  delete: ['delete'],
};

/** "Users and groups can only be configured in push and restrict_merges restrictions." */
export const withExceptions: ReadonlySet<string> = new Set(['push', 'restrict_merges']);
