import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import { type LoadedArchive, recordsOf } from '../archive.ts';
import { note } from '../import-log.ts';
import type { ImportArchive, ImportOutcome, RepositoryImport } from '../importer.ts';
import type { ImportContext } from './import-context.ts';
import { addLogIssue, importConversations, importDiscussions } from './import-discussions.ts';
import { importPeople } from './import-people.ts';
import { importRepository } from './import-repository.ts';
import { importReviews } from './import-reviews.ts';
import { findLosses, isFatal } from './lost-records.ts';

/** Reads an archive, and makes the repository with all that it holds. @throws Error with the reason of a failure */
export async function importArchive(
  host: GithubHost,
  run: RepositoryImport,
  archive: ImportArchive,
): Promise<ImportOutcome> {
  const { importer } = host;
  await mkdir(importer.folder, { recursive: true });
  const folder = await mkdtemp(join(importer.folder, 'unpacked-'));
  try {
    note(host, run, 'Extraction started');
    const loaded = await load(host, { archive, folder });
    note(host, run, 'Extraction complete');
    const fatal = loaded.findings.find(isFatal);
    if (fatal !== undefined) {
      return failed(`The archive is not valid: ${fatal.file}: ${fatal.message}`);
    }
    return await importLoaded(host, run, loaded);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function load(
  { importer }: GithubHost,
  { archive, folder }: { archive: ImportArchive; folder: string },
): Promise<LoadedArchive> {
  if (importer.loadArchive === null) throw new Error('The sandbox was started without a reader');
  const { signal } = new AbortController();
  return importer.loadArchive({ path: archive.file, folder, signal });
}

async function importLoaded(
  host: GithubHost,
  run: RepositoryImport,
  archive: LoadedArchive,
): Promise<ImportOutcome> {
  const fullName = `${run.organization.login}/${run.repositoryName}`;
  if (host.findRepository(fullName) !== null) {
    return failed(`A repository called ${fullName} already exists`);
  }
  const repository = makeRepository(host, run, archive);
  note(host, run, 'Git source migration started');
  const commits = await importRepository(host, { archive, repository });
  note(host, run, 'Git source migration completed');
  note(host, run, 'Transformation started');
  const lost = findLosses(archive, host.importer.rules);
  const context: ImportContext = {
    ...{ host, run, archive, repository, commits },
    people: importPeople(host, { archive, organization: run.organization }),
    lost: lost.records,
    losses: [...lost.lines],
    discussions: new Map(),
  };
  note(host, run, 'Transformation complete');
  note(host, run, 'Import started');
  await importDiscussions(context);
  importConversations(context);
  importReviews(context);
  // GitHub reports losses as INFO, and leaves them out of its count.
  for (const line of context.losses) note(host, run, line);
  const [first] = context.losses;
  if (!run.continueOnError && first !== undefined) return failed(first);
  if (host.importer.rules.addsLogIssue) addLogIssue(context);
  return { state: 'SUCCEEDED' };
}

function makeRepository(
  host: GithubHost,
  { organization, startedBy, repositoryName, visibility }: RepositoryImport,
  archive: LoadedArchive,
): GithubRepository {
  return host.createRepository({
    owner: organization,
    creator: startedBy,
    name: repositoryName,
    description: recordsOf(archive, 'repositories')[0]?.description ?? null,
    private: visibility !== 'public',
    internal: visibility === 'internal',
  });
}

function failed(reason: string): ImportOutcome {
  return { state: 'FAILED', reason };
}
