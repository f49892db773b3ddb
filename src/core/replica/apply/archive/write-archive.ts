import { join } from 'node:path';
import { writeRepository } from '../../../archive/write/write-repository.ts';
import type { Refs } from '../../../git/formats/refs.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Logins } from '../../desired/archive/logins.ts';
import { collectNotes } from '../../desired/archive/notes-of-records.ts';
import { organizationRecord, repositoryRecord } from '../../desired/archive/repository-records.ts';
import type { Reading } from '../../reading/reading.ts';
import type { ArchiveFacts, WrittenArchive } from '../../recorded/written-archive.ts';
import { archiveIdentity } from './archiving.ts';
import { type ArchivePlace, writePullRequests } from './write-pull-requests.ts';

/**
 * Writes all records and the history of one repository.
 * @param place.reading `null`: without pull requests; the caller closes it
 */
export async function writeArchive(
  context: RepositoryContext,
  { writer, folder, reading }: ArchivePlace & { readonly reading: Reading | null },
): Promise<ArchiveFacts> {
  const { names, addresses, logins } = archiveIdentity(context);
  const refs = await context.readRefs();
  const defaultBranch = defaultOf(context, refs);
  const source = context.sourceRepository;
  await writer.add('organizations', [organizationRecord(addresses, names)]);
  await writer.add('repositories', [repositoryRecord({ addresses, names, source, defaultBranch })]);
  const notes = collectNotes();
  const record = { writer, folder, addresses, logins, notes };
  const { heads, comments } =
    reading === null ? none : await writePullRequests(context, { ...record, reading });
  await writer.add('users', logins.records());
  if (context.isDraining()) throw interrupted();
  await writeRepository({
    ...{ mirror: context.mirror, writer, defaultBranch },
    refs: new Map([...refs, ...heads]),
    ...{ owner: names.owner, name: names.repository, folder: join(folder, 'repository') },
  });
  const file = await writer.finish();
  return {
    ...file,
    pull_requests: heads.length,
    without_pull_requests: reading === null,
    comments,
    lfs_objects: (await context.inspect()).lfsObjects.length,
    notes: notes.all().map((note) => ({ ...note, pull_requests: [...note.pull_requests] })),
    people: peopleOf(logins, context),
  };
}

const none = { heads: [], comments: 0 } as const;

/** A branch that the archive has; an empty repository gets the usual one. Pure. */
function defaultOf({ sourceRepository }: RepositoryContext, refs: Refs): string {
  const { defaultBranch } = sourceRepository;
  if (defaultBranch !== null && refs.has(`refs/heads/${defaultBranch}`)) return defaultBranch;
  const first = [...refs.keys()].find((ref) => ref.startsWith('refs/heads/'));
  return first?.slice('refs/heads/'.length) ?? defaultBranch ?? 'main';
}

function peopleOf(
  logins: Logins,
  { users }: Pick<RepositoryContext, 'users'>,
): WrittenArchive['people'] {
  return logins.people().map(({ login, person }) => ({
    login,
    name: person.displayName,
    email: person.email ?? null,
    id: person.id,
    account_id: person.accountId,
    username: person.username,
    target: users?.find(person) ?? null,
  }));
}
