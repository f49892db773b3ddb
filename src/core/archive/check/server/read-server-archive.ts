import { text } from 'node:stream/consumers';
import { type ServerEntry, serverEntryAt, serverPaths } from '../../records/server/server-paths.ts';
import {
  activities,
  instanceDetails,
  lfsSettings,
  permissions,
  project,
  pullRequest,
  repository,
} from '../../records/server/shapes.ts';
import { isUnsafe } from '../entries/entry-path.ts';
import {
  type Entry,
  entriesOf,
  type ReadArchive,
  readEntries,
  unreadable,
} from '../entries/read-entries.ts';
import { beginRepository } from '../entries/unpack-repository.ts';
import { readCompressed, readServerJson } from './read-server-json.ts';
import { problemIn, pullOf, type ServerContents } from './server-contents.ts';
import { readServerRefs, unpackObjects } from './unpack-server-git.ts';

/**
 * Reads an export of a Data Center once from start to end, and reports what is wrong with its entries.
 * @throws MigratorError `input-file` where it cannot be read to its end
 */
export async function readServerArchive(
  { path, signal }: Pick<ReadArchive, 'path' | 'signal'>,
  contents: ServerContents,
): Promise<void> {
  const { report } = contents.findings;
  await beginRepository(contents.directory);
  const seen = new Set<string>();
  let last: readonly number[] = [-1];
  for await (const entry of readEntries(path, signal)) {
    const at = serverEntryAt(entry.path);
    if (at === null || entry.type !== 'file' || seen.has(entry.path)) {
      reportOther(contents, entry, seen);
      for await (const _ of entry.body);
      continue;
    }
    seen.add(entry.path);
    const place = placeOf(at);
    if (isBefore(place, last))
      report(problemIn(entry.path, 'layout', 'it comes too late in the archive'));
    last = place;
    if (at.pull === null) contents.found.set(at.kind, entry.path);
    await readEntry(contents, entry, at);
  }
}

function reportOther({ findings }: ServerContents, entry: Entry, seen: Set<string>): void {
  const { path, type } = entry;
  if (seen.has(path)) findings.report(problemIn(path, 'duplicate', 'it is in the archive twice'));
  else if (isUnsafe(path) || type !== 'file')
    findings.report(problemIn(path, 'layout', `it is a ${type} or points outside the archive`));
  else {
    const problem = problemIn(path, 'layout', "GitHub's importer ignores it");
    findings.report({ ...problem, severity: 'warning' });
  }
}

type Place = NonNullable<ReturnType<typeof serverEntryAt>>;

const firstOfPulls = Object.keys(
  serverPaths({ project: '', repository: '', hierarchy: '' }),
).length;

/** Pull requests stand together, by their numbers. */
function placeOf({ rank, pull, kind }: Place): readonly number[] {
  if (kind === 'end') return [firstOfPulls];
  return pull === null ? [rank] : [firstOfPulls - 1, pull, rank];
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? -1);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

type Reader = (contents: ServerContents, entry: Entry, pull: number) => Promise<void>;

const empty: Reader = async ({ findings }, { path, size, body }) => {
  if (size > 0) findings.report(problemIn(path, 'layout', 'it is not empty'));
  for await (const _ of body);
};

const readers: Readonly<Record<ServerEntry, Reader>> = {
  begin: empty,
  end: empty,
  async instance(contents, entry) {
    contents.instance = await readServerJson(entry, instanceDetails, contents.findings.report);
  },
  async project(contents, entry) {
    contents.project = await readServerJson(entry, project, contents.findings.report);
  },
  async repository(contents, entry) {
    contents.repository = await readServerJson(entry, repository, contents.findings.report);
  },
  async allPermissions({ findings }, entry) {
    await readCompressed(entry, findings.report);
  },
  async projectPermissions({ findings }, entry) {
    await readServerJson(entry, permissions, findings.report);
  },
  async permissions({ findings }, entry) {
    await readServerJson(entry, permissions, findings.report);
  },
  async lfs({ findings }, entry) {
    await readServerJson(entry, lfsSettings, findings.report);
  },
  async hooks({ findings }, entry) {
    await readCompressed(entry, findings.report);
  },
  metadata: readServerRefs,
  objects: unpackObjects,
  async pull(contents, entry, number) {
    const metadata = await readServerJson(entry, pullRequest, contents.findings.report);
    pullOf(contents, number, entry.path).metadata = metadata;
  },
  async activities(contents, entry, number) {
    const read = await readServerJson(entry, activities, contents.findings.report);
    pullOf(contents, number, entry.path).activities = read;
  },
  async caches(contents, entry, number) {
    const tar = await readCompressed(entry, contents.findings.report);
    if (tar === null) return;
    const pull = pullOf(contents, number, entry.path);
    try {
      for await (const inner of entriesOf(new Blob([new Uint8Array(tar)]).stream())) {
        const content = await text(inner.body);
        if (inner.path === 'cached-ancestor.txt') pull.cached = content;
      }
    } catch (error) {
      throw unreadable(entry.path, error);
    }
  },
};

function readEntry(contents: ServerContents, entry: Entry, { kind, pull }: Place): Promise<void> {
  return readers[kind](contents, entry, pull ?? 0);
}
