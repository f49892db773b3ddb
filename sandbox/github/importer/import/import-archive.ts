import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import { type LoadedArchive, type LoadedExport, recordsOf } from '../archive.ts';
import { note } from '../import-log.ts';
import type { ImportArchive, ImportOutcome, RepositoryImport } from '../importer.ts';
import { rulesForExports } from '../importer-rules.ts';
import type { ImportContext } from './import-context.ts';
import { addLogIssue, importConversations, importDiscussions } from './import-discussions.ts';
import { importPeople } from './import-people.ts';
import { importRepository } from './import-repository.ts';
import { importReviews } from './import-reviews.ts';
import { findLosses, isFatal } from './lost-records.ts';
import { recordsOfExport, repositoryOfExport } from './server/export-records.ts';

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
    const fatal = loaded.findings.find((finding) => isFatal(finding, loaded.format));
    const isOther = formats[loaded.format] !== run.source.type;
    if (isOther) return failed(`The archive is no ${run.source.type}`);
    if (fatal !== undefined) {
      return failed(`The archive is not valid: ${fatal.file}: ${fatal.message}`);
    }
    return await importLoaded(host, run, loaded);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Types of sources, by what their archives are. */
const formats = { github: 'GITHUB_ARCHIVE', 'bitbucket-server': 'BITBUCKET_SERVER' } as const;

function load(
  { importer }: GithubHost,
  { archive, folder }: { archive: ImportArchive; folder: string },
): Promise<LoadedArchive | LoadedExport> {
  if (importer.loadArchive === null) throw new Error('The sandbox was started without a reader');
  const { signal } = new AbortController();
  return importer.loadArchive({ path: archive.file, folder, signal });
}

async function importLoaded(
  host: GithubHost,
  run: RepositoryImport,
  loaded: LoadedArchive | LoadedExport,
): Promise<ImportOutcome> {
  const isExport = loaded.format === 'bitbucket-server';
  const described = isExport ? repositoryOfExport(loaded) : loaded;
  const fullName = `${run.organization.login}/${run.repositoryName}`;
  if (host.findRepository(fullName) !== null) {
    return failed(`A repository called ${fullName} already exists`);
  }
  const repository = makeRepository(host, run, described);
  note(host, run, 'Git source migration started');
  const commits = await importRepository(host, { archive: described, repository });
  note(host, run, 'Git source migration completed');
  note(host, run, 'Transformation started');
  const rules = isExport ? rulesForExports(host.importer.rules) : host.importer.rules;
  const hunks = async (base: string, head: string) =>
    commits(base) && commits(head)
      ? host.diffs.of({ tools: host.importer.tools, repository, base, head })
      : null;
  const { archive, losses } = isExport
    ? await recordsOfExport(loaded, { rules, hunks })
    : { archive: loaded, losses: [] };
  const lost = findLosses(archive, rules);
  const context: ImportContext = {
    ...{ host, run, rules, archive, repository, commits },
    people: importPeople(host, { archive, organization: run.organization }),
    lost: lost.records,
    losses: [...losses, ...lost.lines],
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
  if (context.rules.addsLogIssue) addLogIssue(context);
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
