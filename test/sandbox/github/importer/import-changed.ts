import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type ImporterRules,
  importerRules,
} from '../../../../sandbox/github/importer/importer-rules.ts';
import type { ArchiveFormat } from '../../../../src/core/ports/target-importer.ts';
import { type SmallExport, smallExport } from '../../../core/archive/server/small-export.ts';
import type { SmallArchive } from '../../../core/archive/small-archive.ts';
import {
  type ImporterPlace,
  openImporter,
} from '../../../core/hosts/github/importer/importer-place.ts';
import { askGithub } from '../../helpers/rest.ts';

/** An importer that keeps everything. */
export const honest: Partial<ImporterRules> = {
  honoursReviewStates: true,
  honoursResolved: true,
  honoursReviewRequests: true,
  honoursDrafts: true,
  honoursLeftSide: true,
  honoursRanges: true,
  honoursOutdated: true,
  honoursFileLevel: true,
  honouredEvents: [
    ...['merged', 'closed', 'reopened', 'renamed'],
    ...['review_requested', 'head_ref_force_pushed', 'head_ref_deleted'],
  ],
  collapsesSameSecondComments: false,
  keepsLogins: true,
};

export interface Authored {
  readonly user: { readonly login: string; readonly type: string };
}

export const at = (minute: number) => `2024-03-01T10:${String(minute).padStart(2, '0')}:00Z`;

/** The first record of a kind, which tests change. */
export function first({ records }: SmallArchive, kind: string): Record<string, unknown> {
  const [record] = records[kind] ?? [];
  if (record === undefined) throw new Error(`No ${kind}`);
  return record;
}

/** One sandbox for the tests of a file, each of which begins with the usual rules. */
export function importerForFile() {
  let place: ImporterPlace;
  let imported = 0;
  beforeAll(async () => {
    place = await openImporter();
  });
  beforeEach(() => {
    Object.assign(place.rules, importerRules);
  });
  afterAll(() => place[Symbol.asyncDispose]());
  return {
    rules: () => place.rules,
    sandbox: () => place.sandbox,
    importer: () => place.importer,
    /** Imports a small archive after a change, and reads below its repository. */
    importChanged: (change: (archive: SmallArchive) => void = () => {}) =>
      importOne(place.archive(change), 'github'),
    /** The same with an export of a Data Center. */
    importExport(change: (one: SmallExport) => void = () => {}) {
      const made = smallExport(mkdtempSync(join(place.folder, 'export-')));
      change(made);
      return importOne(made, 'bitbucket-server');
    },
  };

  async function importOne(archive: Pick<SmallArchive, 'write'>, format: ArchiveFormat) {
    imported += 1;
    const repository = `shop-${imported}`;
    const ended = await place.run(archive, { repository, format });
    async function read<Row = Record<string, unknown>>(path: string): Promise<readonly Row[]> {
      const route = `/repos/acme/${repository}${path}`;
      const { body } = await askGithub(place.sandbox, 'GET', route);
      return (Array.isArray(body) ? body : [body]) as readonly Row[];
    }
    return { ended, repository, read };
  }
}
