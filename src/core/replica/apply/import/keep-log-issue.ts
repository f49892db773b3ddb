import { adoptAll } from '../../../journal/intents.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { readExpected } from '../../recorded/imports/expected-import.ts';
import { importLogIssue } from '../../recorded/imports/import-documents.ts';

/** The importer's own title. */
const title = 'Migration Log';

/** Keeps in the state which issue the importer has added: it is nobody's work, and takes a number. */
export async function keepLogIssue({
  records,
  target,
  targetName,
  signal,
}: Pick<RepositoryContext, 'records' | 'target' | 'targetName' | 'signal'>): Promise<void> {
  const above = Math.max(0, ...(await readExpected(records)).keys());
  const added = await target.closure.listNumbered({ ...targetName, above, signal });
  const issue = added.find((one) => one.kind === 'issue' && one.title === title);
  if (issue === undefined) return;
  const row = { sourceId: importLogIssue, targetId: String(issue.number), targetUrl: '' };
  await adoptAll(records, 'import', [row]);
}
