import type { CreatedKind, CreatedObject } from '../../../ports/records/migration.ts';
import { ownRequests } from '../../model/own-requests.ts';
import { importLogIssue } from '../../recorded/imports/import-documents.ts';

/**
 * Rows of everything that takes a number on a target by our hand: pull requests, placeholders among them, the settings pull
 * request, and the importer's issue, which has the same number on both sides.
 */
export async function numberedRows(
  list: (kind: CreatedKind, prefix?: string) => Promise<readonly CreatedObject[]>,
): Promise<readonly CreatedObject[]> {
  const settings = await list('planned-setting');
  const logs = await list('import', importLogIssue);
  return [
    ...(await list('pull-request')),
    ...settings.filter(({ sourceId }) => ids.includes(sourceId)),
    ...logs.flatMap((row) => (row.targetId === null ? [] : { ...row, sourceId: row.targetId })),
  ];
}

const ids = ownRequests.map(({ id }) => id);
