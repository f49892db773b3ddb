import type { CreatedKind, CreatedObject } from '../../../ports/records/migration.ts';
import { importLogIssue } from '../../recorded/imports/import-documents.ts';

/**
 * Rows of everything that takes a number on a target by our hand: pull requests, placeholders among them, the settings pull
 * request, and the importer's issue, which has the same number on both sides.
 */
export async function numberedRows(
  list: (kind: CreatedKind, prefix?: string) => Promise<readonly CreatedObject[]>,
): Promise<readonly CreatedObject[]> {
  const settings = await list('planned-setting', settingsRequestId);
  const logs = await list('import', importLogIssue);
  return [
    ...(await list('pull-request')),
    ...settings.filter(({ sourceId }) => sourceId === settingsRequestId),
    ...logs.flatMap((row) => (row.targetId === null ? [] : { ...row, sourceId: row.targetId })),
  ];
}

/** The settings pull request among the rows of kind `planned-setting`. */
export const settingsRequestId = 'pull-request';
