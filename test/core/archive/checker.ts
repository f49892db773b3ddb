import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import {
  type ArchiveSummary,
  checkArchive,
} from '../../../src/core/archive/check/check-archive.ts';
import type { GitTool } from '../../../src/core/git/process/git-tool.ts';
import { makeTool, type TemporaryFolder, temporaryFolder } from '../git/fixture.ts';
import { type Records, type SmallArchive, smallArchive } from './small-archive.ts';

export interface Checker {
  newFolder(): string;
  check(path: string): Promise<ArchiveSummary>;
  /** The findings of a small archive after a change, as `kind: message`. */
  findingsAfter(change: (archive: SmallArchive) => void): Promise<readonly string[]>;
}

/** Opens what the tests of a file check archives with, and closes it after them. */
export function checkerForFile(): Checker {
  let folder: TemporaryFolder;
  let tool: GitTool;
  let made = 0;
  beforeAll(async () => {
    folder = temporaryFolder();
    tool = await makeTool(join(folder.path, 'run'));
  });
  afterAll(async () => {
    await tool.close();
    folder.remove();
  });
  function newFolder(): string {
    made += 1;
    const path = join(folder.path, `case-${made}`);
    mkdirSync(path);
    return path;
  }
  function check(path: string) {
    const { signal } = new AbortController();
    return checkArchive({ path, folder: newFolder(), git: tool, signal });
  }
  return {
    ...{ newFolder, check },
    async findingsAfter(change) {
      const archive = smallArchive(newFolder());
      change(archive);
      const { findings } = await check(await archive.write());
      return findings.map(({ severity, kind, message }) =>
        severity === 'error' ? `${kind}: ${message}` : `${severity}: ${message}`,
      );
    },
  };
}

export function first(records: Records, kind: string): Record<string, unknown> {
  const record = records[kind]?.[0];
  if (record === undefined) throw new Error(`there is no ${kind}`);
  return record;
}

/** Sets fields of the first record of a kind. */
export function set(kind: string, fields: Record<string, unknown>) {
  return ({ records }: SmallArchive) => void Object.assign(first(records, kind), fields);
}
