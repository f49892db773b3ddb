import type { Visibility } from './records/repository.ts';
import type { Cancellable } from './records/target-address.ts';

/**
 * The host's own importer: it takes an archive of a repository with its pull requests, and creates both with their
 * authors and times. Every method throws MigratorError and nothing else: `permission` for a missing scope, role or
 * single sign-on, `unavailable` while the importer is down.
 */
export interface TargetImporter {
  /** One request. @throws `not-found` */
  findOrganization(options: { login: string } & Cancellable): Promise<ImportOrganization>;

  /**
   * Names where archives come from; nobody can look it up later. One request. Creating it twice does no harm, and shows early
   * whether the account may import at all.
   */
  createSource(options: NewSource & Cancellable): Promise<{ readonly id: string }>;

  /**
   * Sends an archive, in one request up to `singleBytes`, and in parts above. Nothing can be read back from where it goes.
   * @param options.resume what an earlier call reported last; an upload that the host has forgotten begins again
   * @param options.onProgress called at the start of an upload in parts and after each part, and awaited
   * @throws `input-file` if the file is not there, or is not the one whose upload is resumed
   */
  uploadArchive(options: NewUpload & Cancellable): Promise<UploadedArchive>;

  /**
   * Starts an import. One request.
   * @throws `target-exists`; `ambiguous-write` if the answer was lost: findImports() shows what became of it
   */
  startImport(options: NewImport & Cancellable): Promise<RepositoryImport>;

  /** Imports into a repository of this name, newest first; the host forgets them after a week. One request. */
  findImports(
    options: { organization: string; repository: string } & Cancellable,
  ): Promise<readonly RepositoryImport[]>;

  /** One request. @throws `not-found` once the host has forgotten it */
  readImport(options: { id: string } & Cancellable): Promise<RepositoryImport>;

  /** One request. @returns `false` if it had ended, or the host refused */
  abortImport(options: { id: string } & Cancellable): Promise<boolean>;

  /** One request, without credentials. @returns `null` if it is not there, or not any more */
  readLog(options: { url: string } & Cancellable): Promise<ImportLog | null>;

  /** Everybody who stands in for an author of imported content. A hundred a request. */
  listMannequins(
    options: { organization: ImportOrganization } & Cancellable,
  ): AsyncIterable<readonly Mannequin[]>;

  /** One request. @returns `null` if nobody has this login */
  findUser(options: { login: string } & Cancellable): Promise<ImportUser | null>;

  /** Asks a member of the organization by mail to take over a mannequin's content. One request; owners only. */
  inviteClaimant(options: Claim & Cancellable): Promise<void>;

  /** Hands a mannequin's content over at once. One request; owners only, and only where accounts are managed. */
  reattribute(options: Claim & Cancellable): Promise<void>;

  /** Lets a person or team import, or no longer. One request; owners only. Idempotent. */
  setImporterRole(options: ImporterRole & Cancellable): Promise<void>;
}

interface ImportOrganization {
  readonly login: string;
  readonly id: string;
  /** Its number, in the addresses of uploads. */
  readonly number: number;
}

/** GitHub's own, or the export of a Bitbucket Data Center. */
export const archiveFormats = ['github', 'bitbucket-server'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

interface NewSource {
  readonly organization: ImportOrganization;
  readonly name: string;
  /** Of the source host. */
  readonly url: string;
  /** Of all archives from there. */
  readonly format: ArchiveFormat;
}

interface NewUpload {
  readonly organization: ImportOrganization;
  /** Of the file. */
  readonly path: string;
  readonly resume?: UploadProgress | null;
  readonly onProgress?: (progress: UploadProgress) => Promise<void> | void;
  /** Default: 100 MiB. */
  readonly singleBytes?: number;
  /** Default: 16 MiB. */
  readonly partBytes?: number;
}

/** An upload in parts that has begun, as it is kept across a crash. */
export interface UploadProgress {
  readonly guid: string;
  readonly uri: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Bytes that the host has confirmed. */
  readonly sent: number;
  /** Where the next part goes, below the address for uploads. */
  readonly next: string;
  /** Where the last part went; `null` before the first. */
  readonly last: string | null;
}

export interface UploadedArchive {
  readonly uri: string;
  readonly size: number;
}

interface NewImport {
  readonly organization: ImportOrganization;
  readonly source: string;
  /** That of the source. */
  readonly format: ArchiveFormat;
  /** Of the repository on the source: only recorded. */
  readonly sourceUrl: string;
  /** Must not exist. */
  readonly repository: string;
  readonly archiveUri: string;
  readonly visibility: Visibility;
}

export interface RepositoryImport {
  readonly id: string;
  /** Name of the repository. */
  readonly repository: string;
  readonly state: ImportState;
  /** Of losses the host counts only some. */
  readonly warnings: number;
  /** Hostile. `null` at first; stays valid for a day after the end. */
  readonly logUrl: string | null;
  /** ISO 8601; `null`: unknown. */
  readonly createdAt: string | null;
  /** Id of where its archive came from; `null`: unknown. */
  readonly source: string | null;
}

/** `word` is the host's own. */
export type ImportState =
  | { readonly kind: 'pending'; readonly word: string }
  | { readonly kind: 'succeeded'; readonly word: string }
  | {
      readonly kind: 'failed';
      readonly word: string;
      /** Hostile; empty if the host gives none. */
      readonly reason: string;
      /** Next step, where the reason is known. */
      readonly hint: string | null;
    }
  /** A word that the host has added since: it may still be running. */
  | { readonly kind: 'unknown'; readonly word: string };

interface ImportLog {
  readonly lines: readonly ImportLogLine[];
  /** Losses and other complaints; hosts report losses at every level. */
  readonly findings: readonly ImportFinding[];
  /** The log was longer than is read. */
  readonly isCut: boolean;
}

export interface ImportLogLine {
  /** ISO 8601; `null`: the line continues the one before. */
  readonly time: string | null;
  readonly level: 'info' | 'warn' | 'error';
  /** Hostile. */
  readonly text: string;
}

export interface ImportFinding {
  readonly level: ImportLogLine['level'];
  readonly cause: ImportCause;
  /** Address of the record in the archive, if the line names one. Hostile. */
  readonly item: string | null;
  /** Hostile. */
  readonly text: string;
}

export type ImportCause =
  | 'comment-without-thread'
  | 'thread-without-commit'
  | 'thread-without-body'
  | 'thread-on-file'
  | 'line-outside-diff'
  | 'thread-invalid'
  | 'review-empty'
  | 'record-not-imported'
  | 'other';

export interface Mannequin {
  readonly id: string;
  /** Made up by the host. */
  readonly login: string;
  readonly email: string | null;
  /** Who has taken over its content. */
  readonly claimant: ImportUser | null;
}

export interface ImportUser {
  readonly id: string;
  readonly login: string;
}

interface Claim {
  readonly organization: ImportOrganization;
  readonly mannequin: Pick<Mannequin, 'id' | 'login'>;
  readonly user: ImportUser;
}

interface ImporterRole {
  readonly organization: ImportOrganization;
  /** Login, or the name of a team in addresses. */
  readonly actor: string;
  readonly kind: 'user' | 'team';
  readonly isGranted: boolean;
}
