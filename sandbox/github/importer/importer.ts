import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GitTools } from '../../git/git-tools.ts';
import type { GithubAccount } from '../accounts/account.ts';
import type { LoadArchive } from './archive.ts';
import { type ImporterRules, importerRules } from './importer-rules.ts';

/** GitHub Enterprise Importer, with all that it remembers. */
export interface Importer {
  readonly rules: ImporterRules;
  /** Archives and parts of them, and what is unpacked. Made with the first upload. */
  readonly folder: string;
  readonly tools: GitTools;
  readonly loadArchive: LoadArchive | null;
  /** Where logs are read; empty until the server for them is up. */
  logsUrl: string;
  /** By their guid. */
  readonly archives: Map<string, ImportArchive>;
  readonly sources: ImportSource[];
  /** Oldest first. */
  readonly imports: RepositoryImport[];
  readonly mannequins: ImportedPerson[];
  /** Whom owners have granted the migrator role, by the organization's id: `user:login` and `team:slug`. */
  readonly migrators: Map<number, Set<string>>;
  /** Counts everything that it numbers. */
  nextId(): number;
}

/** An archive, or an upload of one that has not ended. */
export interface ImportArchive {
  readonly guid: string;
  readonly id: number;
  readonly organization: GithubAccount;
  readonly name: string;
  readonly size: number;
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** `null`: it came in one request. */
  readonly parts: UploadParts | null;
  isWhole: boolean;
}

export interface UploadParts {
  readonly uploadId: string;
  /** Where each part that has come begins; the next one's number is one more than there are. */
  readonly starts: number[];
  sent: number;
}

export interface ImportSource {
  readonly id: number;
  readonly organization: GithubAccount;
  readonly name: string;
  readonly url: string;
  readonly type: string;
}

export interface RepositoryImport {
  readonly id: number;
  readonly organization: GithubAccount;
  readonly source: ImportSource;
  readonly sourceUrl: string;
  readonly repositoryName: string;
  readonly visibility: string;
  readonly continueOnError: boolean;
  /** As it was given: `gei://archive/…`. */
  readonly archiveUrl: string;
  readonly startedBy: GithubAccount;
  /** Milliseconds since 1970, as the others. */
  readonly startedAt: number;
  state: string;
  stateSince: number;
  /** How often it was looked at in this state. */
  polls: number;
  failureReason: string | null;
  warnings: number;
  readonly log: string[];
  /** Opens the log. */
  readonly logKey: string;
  endedAt: number | null;
  /** The import itself, once it has begun; never rejects. */
  work: Promise<void> | null;
  /** `null` while it works. */
  outcome: ImportOutcome | null;
}

export type ImportOutcome =
  | { readonly state: 'SUCCEEDED' }
  | { readonly state: 'FAILED' | 'FAILED_VALIDATION'; readonly reason: string };

/** Somebody of a source, and who stands for them. */
export interface ImportedPerson {
  readonly organization: GithubAccount;
  /** Address of the record. */
  readonly source: string;
  readonly account: GithubAccount;
  readonly email: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Who was asked to take the content over, and has not answered. */
  invited: GithubAccount | null;
  /** Who has taken the content over, and takes over what comes later. */
  claimant: GithubAccount | null;
}

export function createImporter(options: {
  folder: string;
  tools: GitTools;
  loadArchive: LoadArchive | null;
}): Importer {
  let newest = 4_100_000;
  const { folder, tools, loadArchive } = options;
  return {
    ...{ folder, tools, loadArchive },
    rules: { ...importerRules },
    logsUrl: '',
    archives: new Map(),
    sources: [],
    imports: [],
    mannequins: [],
    migrators: new Map(),
    nextId() {
      newest += 1;
      return newest;
    },
  };
}

export function addArchive(
  importer: Importer,
  archive: Pick<ImportArchive, 'organization' | 'name' | 'size' | 'createdAt' | 'parts'>,
): ImportArchive {
  mkdirSync(importer.folder, { recursive: true });
  const guid = crypto.randomUUID();
  const file = join(importer.folder, guid);
  const added = { ...archive, guid, file, id: importer.nextId(), isWhole: false };
  importer.archives.set(guid, added);
  return added;
}

/** @returns `null` once it is deleted: storage is cleaned up when somebody looks */
export function findArchive(importer: Importer, guid: string, now: number): ImportArchive | null {
  const found = importer.archives.get(guid);
  if (found === undefined) return null;
  if (now < found.createdAt + importer.rules.archiveHours * 3_600_000) return found;
  deleteArchive(importer, found);
  return null;
}

export function deleteArchive(importer: Importer, { guid, file }: ImportArchive): void {
  importer.archives.delete(guid);
  rmSync(file, { force: true });
}
