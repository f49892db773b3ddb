import { hasCode, type MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Group, SettingsPart, SourceSettings } from '../../ports/records/source-settings.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { sourcePart } from '../../settings/kinds/kinds.ts';
import { namedGroups } from '../../settings/plan/named-actors.ts';
import type { RefusedLevel } from '../scan-levels.ts';
import { fileScanRecords } from '../scan-records.ts';
import { settingsRecordSchema } from '../settings-schema.ts';
import type { GroupsFile } from './groups-file.ts';
import { type SettingsScan, scanSettings } from './settings-scan.ts';

export interface SettingsFound {
  /** By slug. */
  readonly facts: ReadonlyMap<string, { readonly settings: SourceSettings }>;
  /** As the host lists them. */
  readonly groups: readonly Group[];
  readonly failed: readonly { readonly slug: string; readonly error: MigratorError }[];
  /** True if the credentials were refused a part. */
  readonly isRefused: boolean;
}

interface FindSettings extends Omit<SettingsScan, 'source' | 'records'> {
  readonly source: SourceHost;
  /** Where an interrupted scan is kept. */
  readonly folder: string;
  /** Ignores earlier results. */
  readonly fresh: boolean;
  /** Tells what could not be read, in lines. */
  readonly say: (line: string) => void;
}

/** The settings of repositories for an inventory, and the groups that they name. */
export async function findSettings(options: FindSettings): Promise<SettingsFound> {
  const { source, workspace, repositories, folder, fresh, clock, say } = options;
  const records = fileScanRecords({
    name: 'settings',
    schema: settingsRecordSchema,
    folder,
    workspace,
    fresh,
    clock,
  });
  const result = await scanSettings({ ...options, source: source.settings, records });
  for (const one of result.refused) say(refusedLine(one, repositories.length));
  const partly = [...result.settings].filter(
    ([slug, { unread }]) => unread.length > 0 && !result.failed.has(slug),
  );
  const above = partly.filter(([, { unread }]) =>
    unread.some(({ reason }) => isAbove(result.refused, reason)),
  );
  if (above.length > 0) {
    const [reason = ''] = above.flatMap(([, { unread }]) =>
      unread.filter((one) => isAbove(result.refused, one.reason)).map((one) => one.reason),
    );
    const many = count(above.length, 'repository', 'repositories');
    say(`warning  ${safe(`Project and workspace settings for ${many} are missing: ${reason}`)}`);
  }
  const groups = await listGroups(options, [...result.settings.values()]);
  return {
    facts: new Map([...result.settings].map(([slug, one]) => [slug, { settings: one }])),
    groups,
    failed: [...result.failed].map(([slug, error]) => ({ slug, error })),
    isRefused: result.refused.length > 0 || above.length > 0,
  };
}

/** Tells whether it was refused for the project or the workspace, and not for the repositories. */
function isAbove(refused: readonly RefusedLevel<SettingsPart>[], reason: string): boolean {
  return refused.every(({ error }) => error.message !== reason);
}

async function listGroups(
  { source, workspace, signal }: FindSettings,
  settings: readonly SourceSettings[],
): Promise<readonly Group[]> {
  const ids = namedGroups(settings);
  try {
    return await source.settings.groups({ workspace, ids, signal });
  } catch (thrown) {
    if (!hasCode(thrown, 'permission', 'credentials', 'not-found', 'refused')) throw thrown;
    return ids.map((id) => ({ id, name: id, members: null }));
  }
}

/**
 * Groups with the members that a file names where the host lists none.
 * @param options.how to name them, for people
 */
export function withGroupsFile(
  listed: readonly Group[],
  members: GroupsFile,
  { hostname, how, say }: { hostname: string; how: string } & Pick<FindSettings, 'say'>,
): readonly Group[] {
  const groups = listed.map((group) => (group.members === null ? withFile(group, members) : group));
  const unknown = groups.filter((group) => group.members === null).length;
  if (unknown > 0) {
    const many = count(unknown, 'group');
    say(`warning  ${hostname} does not list the members of ${many}: name them with ${how}`);
  }
  const known = new Set(listed.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]));
  const unused = [...members.keys()].filter((name) => !known.has(name)).length;
  if (unused > 0) say(`warning  No settings use ${count(unused, 'group')} from the group list`);
  return groups;
}

function withFile(group: Group, file: GroupsFile): Group {
  const listed = file.get(group.id.toLowerCase()) ?? file.get(group.name.toLowerCase());
  if (listed === undefined) return group;
  return { ...group, members: listed.map((name) => ({ id: name, name })) };
}

const mostNames = 10;

function refusedLine(
  { level, repositories, error }: RefusedLevel<SettingsPart>,
  all: number,
): string {
  const some = repositories.slice(0, mostNames).join(', ');
  const more = repositories.length > mostNames ? ', ...' : '';
  const of =
    repositories.length === all
      ? ''
      : ` of ${count(repositories.length, 'repository', 'repositories')} (${some}${more})`;
  const why = `${error.message}. ${error.hint ?? ''}`.trim();
  return `warning  ${safe(`Cannot read the ${sourcePart(level).title}${of}: ${why}`)}`;
}
