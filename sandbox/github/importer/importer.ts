import { mkdirSync, rmSync } from 'node:fs';
import type { GithubAccount } from '../accounts/account.ts';
import { type ImporterRules, importerRules } from './importer-rules.ts';

/** GitHub Enterprise Importer, with all that it remembers. */
export interface Importer {
  readonly rules: ImporterRules;
  /** Archives and parts of them, and what is unpacked. Made with the first upload. */
  readonly folder: string;
  /** By their guid. */
  readonly archives: Map<string, ImportArchive>;
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

export function createImporter(folder: string): Importer {
  let newest = 4_100_000;
  return {
    rules: { ...importerRules },
    folder,
    archives: new Map(),
    migrators: new Map(),
    nextId() {
      newest += 1;
      return newest;
    },
  };
}

/** @throws Error if the folder cannot be made */
export function addArchive(
  importer: Importer,
  archive: Pick<ImportArchive, 'organization' | 'name' | 'size' | 'createdAt' | 'parts'>,
): ImportArchive {
  mkdirSync(importer.folder, { recursive: true });
  const guid = crypto.randomUUID();
  const file = `${importer.folder}/${guid}`;
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

function deleteArchive(importer: Importer, { guid, file }: ImportArchive): void {
  importer.archives.delete(guid);
  rmSync(file, { force: true });
}
