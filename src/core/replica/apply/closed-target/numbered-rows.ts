import type { CreatedKind, CreatedObject } from '../../../ports/records/migration.ts';

/**
 * Rows of everything that takes a number on a target by our hand: pull requests, placeholders among them, and the settings
 * pull request.
 */
export async function numberedRows(
  list: (kind: CreatedKind, prefix?: string) => Promise<readonly CreatedObject[]>,
): Promise<readonly CreatedObject[]> {
  const settings = await list('planned-setting', settingsRequestId);
  return [
    ...(await list('pull-request')),
    ...settings.filter(({ sourceId }) => sourceId === settingsRequestId),
  ];
}

/** The settings pull request among the rows of kind `planned-setting`. */
export const settingsRequestId = 'pull-request';
