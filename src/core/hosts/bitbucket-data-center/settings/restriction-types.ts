import type { RefAction } from '../../../ports/records/source-settings.ts';

/**
 * Actions that branch permissions prevent, by their type. `read-only` also restricts "creating new branches" (its
 * manual).
 */
export const restrictedActions: Readonly<Record<string, readonly RefAction[]>> = {
  'read-only': ['push', 'force', 'delete', 'create', 'merge'],
  'fast-forward-only': ['force'],
  'no-deletes': ['delete'],
  'pull-request-only': ['push', 'force'],
  'no-creates': ['create'],
};
