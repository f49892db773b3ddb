import type { Refs } from '../../../git/formats/refs.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { collectNotes } from '../../desired/archive/notes-of-records.ts';
import type { Reading } from '../../reading/reading.ts';
import type { ArchiveFacts, WrittenArchive } from '../../recorded/written-archive.ts';
import type { ArchiveEmitter, EmitterPlace, OpenEmitter } from './emitter.ts';
import { openGithubEmitter } from './github-emitter.ts';
import { openServerEmitter } from './server-emitter.ts';
import { writePullRequests } from './write-pull-requests.ts';

const emitters: Readonly<Record<RepositoryContext['kept']['archive_format'], OpenEmitter>> = {
  github: openGithubEmitter,
  'bitbucket-server': openServerEmitter,
};

/**
 * Writes pull requests and history of one repository, in the format of the migration.
 * @param place.reading `null`: without pull requests; the caller closes it
 */
export async function writeArchive(
  context: RepositoryContext,
  {
    reading,
    ...place
  }: Pick<EmitterPlace, 'path' | 'folder'> & { readonly reading: Reading | null },
): Promise<ArchiveFacts> {
  const refs = await context.readRefs();
  const open = emitters[context.kept.archive_format];
  const defaultBranch = defaultOf(context, refs);
  const emitter = await open(context, { ...place, refs, defaultBranch });
  try {
    return await writeAll(context, { emitter, reading });
  } catch (error) {
    await emitter.abandon(error);
    throw error;
  }
}

async function writeAll(
  context: RepositoryContext,
  { emitter, reading }: { readonly emitter: ArchiveEmitter; readonly reading: Reading | null },
): Promise<ArchiveFacts> {
  const notes = collectNotes();
  const written =
    reading === null ? none : await writePullRequests(context, { emitter, notes, reading });
  if (context.isDraining()) throw interrupted();
  const file = await emitter.finish();
  return {
    ...file,
    pull_requests: written.pullRequests,
    without_pull_requests: reading === null,
    comments: written.comments,
    lfs_objects: (await context.inspect()).lfsObjects.length,
    notes: notes.all().map((note) => ({ ...note, pull_requests: [...note.pull_requests] })),
    people: peopleOf(emitter, context),
  };
}

const none = { pullRequests: 0, comments: 0 } as const;

/** A branch that the archive has; an empty repository gets the usual one. Pure. */
function defaultOf({ sourceRepository }: RepositoryContext, refs: Refs): string {
  const { defaultBranch } = sourceRepository;
  if (defaultBranch !== null && refs.has(`refs/heads/${defaultBranch}`)) return defaultBranch;
  const first = [...refs.keys()].find((ref) => ref.startsWith('refs/heads/'));
  return first?.slice('refs/heads/'.length) ?? defaultBranch ?? 'main';
}

function peopleOf(
  { people }: Pick<ArchiveEmitter, 'people'>,
  { users }: Pick<RepositoryContext, 'users'>,
): WrittenArchive['people'] {
  return people().map(({ login, person }) => ({
    login,
    name: person.displayName,
    email: person.email ?? null,
    id: person.id,
    account_id: person.accountId,
    username: person.username,
    target: users?.find(person) ?? null,
  }));
}
