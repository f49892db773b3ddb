import * as z from 'zod';
import { hasCode } from '../../../kernel/errors.ts';
import type { Group } from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart, SettingsSource } from '../../../ports/settings-source.ts';
import { isHidden } from '../../shared/host-errors.ts';
import { hash } from '../../shared/lenient-schema.ts';
import { asMember, shortText, webAddress } from '../../shared/settings-rows.ts';
import { api } from '../names/names.ts';
import { readTextFile } from '../repositories/read-text-file.ts';
import { userActor } from './read-rules.ts';
import {
  placesOf,
  readObject,
  readRows,
  type SettingsReader,
  type Wanted,
} from './settings-pages.ts';

const linkSchema = z.object({ projectKey: shortText, displayUrl: webAddress });

/** The link from the project to one of Jira. */
export async function readJira(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { project } = placesOf(reader, wanted);
  const path = `/rest/jira/latest${project}/primary-enhanced-entitylink`;
  const link = await reader.once(path, () =>
    readObject(reader, { path, schema: linkSchema, signal: wanted.signal }),
  );
  const jira = link === null ? [] : [{ key: link.projectKey, url: link.displayUrl }];
  return { settings: { jira }, missing: null };
}

const labelRow = z.object({ name: shortText.min(1) });

/** Reads what people have marked the repository with. */
export async function readLabels(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { repository } = placesOf(reader, wanted);
  const path = `${api}${repository}/labels`;
  const rows = await readRows(reader, {
    path,
    row: labelRow,
    what: 'label',
    signal: wanted.signal,
  });
  return { settings: { labels: rows.map(({ name }) => name) }, missing: null };
}

const commitPage = z.object({ values: z.array(z.object({ id: hash })) });
const buildRow = z.object({ key: shortText.min(1) });

/** Builds of the newest commit of the default branch. */
export async function readBuilds(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { defaultBranch, signal } = wanted;
  if (defaultBranch === null) return { settings: {}, missing: null };
  const { repository } = placesOf(reader, wanted);
  const newest = await readObject(reader, {
    path: `${api}${repository}/commits`,
    query: { until: `refs/heads/${defaultBranch}`, limit: '1' },
    schema: commitPage,
    signal,
  });
  const commit = newest?.values[0]?.id ?? null;
  if (commit === null) return { settings: {}, missing: null };
  const rows = await readRows(reader, {
    path: `/rest/build-status/latest/commits/${commit}`,
    row: buildRow,
    what: 'build',
    signal,
  });
  return { settings: { builds: [...new Set(rows.map(({ key }) => key))] }, missing: null };
}

/** Longer ones are cut: GitHub takes 3 MB. */
const maxBytes = 4_000_000;

/** Bitbucket's own file of code owners. */
export async function readOwners(
  { dataCenter }: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const { defaultBranch } = wanted;
  if (defaultBranch === null) return { settings: {}, missing: null };
  const path = '.bitbucket/CODEOWNERS';
  const text = await readTextFile(dataCenter, { ...wanted, ref: defaultBranch, path, maxBytes });
  const owners = text === null ? null : { path, bytes: Buffer.byteLength(text) };
  return { settings: { owners }, missing: null };
}

/** Members, one request a group, for administrators of the instance alone. */
export async function readGroups(
  reader: SettingsReader,
  { ids, signal }: Parameters<SettingsSource['groups']>[0],
): Promise<readonly Group[]> {
  const groups: Group[] = [];
  let isRefused = false;
  for (const id of ids) {
    const members: Group['members'] | 'refused' = isRefused
      ? 'refused'
      : await membersOf(reader, { id, signal });
    // What is refused for one group is refused for all.
    isRefused = members === 'refused';
    groups.push({ id, name: id, members: members === 'refused' ? null : members });
  }
  return groups;
}

async function membersOf(
  reader: SettingsReader,
  { id, signal }: { id: string; signal?: AbortSignal | undefined },
): Promise<Group['members'] | 'refused'> {
  try {
    const rows = await readRows(reader, {
      path: '/rest/api/latest/admin/groups/more-members',
      query: { context: id },
      row: userActor,
      what: 'member',
      signal,
    });
    return rows.flatMap((one) => (one === null ? [] : [asMember(one)]));
  } catch (thrown) {
    if (hasCode(thrown, 'permission', 'credentials')) return 'refused';
    if (isHidden(thrown)) return null;
    throw thrown;
  }
}
