import type { TarFacts } from '../../../archive/write/tar-file.ts';
import type { Refs } from '../../../git/formats/refs.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Attachments, Beginning } from '../../context/pull-requests/pull-request-context.ts';
import type { ArchivedPullRequest } from '../../desired/archive/archive-batch.ts';
import type { Logins } from '../../desired/archive/logins.ts';
import type { ArchiveNote } from '../../desired/archive/notes-of-records.ts';
import type { ExpectedImport } from '../../recorded/imports/expected-import.ts';

/** Writes one repository into an archive of one format. */
export interface ArchiveEmitter {
  /** Everybody who was named so far. */
  people: Logins['people'];
  /** How files of texts get into it. */
  attachments(context: Beginning): Attachments;
  /** Adds a pull request; their numbers rise. */
  add(one: ArchivedPullRequest): Promise<AddedPullRequest>;
  /** Called after each few pull requests. */
  addFiles(): Promise<void>;
  /** Adds the history, and closes the file. */
  finish(): Promise<TarFacts>;
  /** Ends it early, after an error: the file is incomplete. */
  abandon(error: unknown): Promise<void>;
}

interface AddedPullRequest {
  readonly comments: number;
  readonly notes: readonly ArchiveNote[];
  /** Describes how it is to arrive. */
  readonly expected: ExpectedImport | null;
}

export interface EmitterPlace {
  /** Of the archive: it does not exist yet. */
  readonly path: string;
  /** Private, empty, and removed by the caller. */
  readonly folder: string;
  readonly refs: Refs;
  readonly defaultBranch: string;
}

export type OpenEmitter = (
  context: RepositoryContext,
  place: EmitterPlace,
) => Promise<ArchiveEmitter>;
