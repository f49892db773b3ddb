import { join } from 'node:path';
import { archivePeopleFile } from '../../handover/archive-people.ts';
import { archiveRunbook, type ExportedRepository } from '../../handover/archive-runbook.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { writtenArchive } from '../../replica/recorded/written-archive.ts';

/**
 * Writes beside the archives of a migration how they are imported, and whom they name.
 * @returns lines for a person; empty for a migration that wrote no archives
 */
export async function writeRunbook(options: {
  readonly store: Store;
  readonly migration: Migration;
  readonly targetWebUrl: string;
  readonly uid: number | null;
}): Promise<readonly string[]> {
  const { store, migration, targetWebUrl, uid } = options;
  const { engine, export: folder, archive_format: format } = storedOptions(migration);
  if (engine !== 'archive' || folder === null) return [];
  const plan = storedPlan(migration);
  const repositories: ExportedRepository[] = [];
  for (const { source, target, visibility } of plan.repositories) {
    const archive = await writtenArchive.find(store, {
      migration: migration.id,
      repository: source,
    });
    if (archive !== null) repositories.push({ source, target, visibility, archive });
  }
  if (repositories.length === 0) return [];
  const runbook = archiveRunbook({
    ...{ migration: migration.id, targetWebUrl, repositories, folder, format },
    ...{ workspace: plan.source.workspace, organization: plan.target.organization },
  });
  // By the migration: several may write into one folder.
  const path = join(folder, `runbook-${migration.id}.md`);
  const people = archivePeopleFile(repositories.map(({ archive }) => archive));
  // Archives hold what only members of private repositories see, and addresses of people.
  const writing = { isPrivate: true, force: true, uid };
  await writeText(path, runbook, writing);
  await writeText(join(folder, `people-${migration.id}.csv`), people, writing);
  return [`Nothing was sent to GitHub. To import the archives, see:  ${path}`];
}
