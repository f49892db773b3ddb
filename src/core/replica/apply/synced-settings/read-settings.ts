import { scanSettings } from '../../../discovery/settings/settings-scan.ts';
import { hasCode, interrupted } from '../../../kernel/errors.ts';
import type { Plan, PlannedRepository } from '../../../plan/plan-schema.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { Group, SourceSettings, UnreadPart } from '../../../ports/records/source-settings.ts';
import { sourceTraits } from '../../../ports/records/source-traits.ts';
import type { SettingsSource } from '../../../ports/settings-source.ts';
import { buildsOfPlan, teamMapOfPlan } from '../../../settings/changes/choice-of-plan.ts';
import { sourcePart } from '../../../settings/kinds/kinds.ts';
import { buildSettings } from '../../../settings/plan/build-settings.ts';
import { namedGroups } from '../../../settings/plan/named-actors.ts';
import type { PlannedSetting } from '../../../settings/plan/planned-settings.ts';
import type { UserMap } from '../../../users/user-map.ts';
import type { MigrationServices } from '../../context/migration-context.ts';

export interface ReadSettings {
  readonly services: Pick<MigrationServices, 'source' | 'target' | 'clock' | 'emit'>;
  readonly plan: Plan;
  readonly users: UserMap | null;
  /** By their slug in the plan, which has settings for them. */
  readonly repositories: ReadonlyMap<
    string,
    { planned: PlannedRepository; source: SourceRepository }
  >;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
}

/** The settings of a repository on the source, and what a plan makes of them. */
export interface SettingsNow {
  readonly settings: readonly PlannedSetting[];
  readonly unread: readonly UnreadPart[];
}

/**
 * Reads the settings of repositories as `discover` does, and maps them as `plan` does, with what the plan says of people's
 * choices. Tells first how many requests that takes, and then what the credentials may not see.
 * @returns by slug of the plan
 * @throws `interrupted`, and what concerns all repositories
 */
export async function readSettings(
  reading: ReadSettings,
): Promise<ReadonlyMap<string, SettingsNow>> {
  const { plan, users, services } = reading;
  const read = await scan(reading);
  const named = namedGroups([...read.values()]);
  const { settings } = buildSettings(
    {
      ...{ kind: plan.source.kind, groups: await listGroups(reading, named) },
      repositories: [...read].map(([source, own]) => ({ source, settings: own })),
    },
    {
      ...{ users, teamMap: teamMapOfPlan(plan, named) },
      // As in a plan: Enterprise Server, which alone has no limits, takes no people in rulesets.
      hasUserActors: services.target.limits.pushesPerMinute !== null,
    },
  );
  return new Map(
    [...read].map(([source, { unread }]) => [
      source,
      { settings: settings.get(source) ?? [], unread },
    ]),
  );
}

async function scan({
  services,
  plan,
  repositories,
  signal,
  drain,
}: ReadSettings): Promise<ReadonlyMap<string, SourceSettings>> {
  const { source, emit, clock } = services;
  const { settings, refused } = await scanSettings({
    ...{ workspace: plan.source.workspace, clock, emit, signal, drain },
    source: onlySettings(source.settings, plan.source.kind),
    repositories: [...repositories.values()].map((one) => one.source),
    // An interrupted sync reads them again: they may have changed meanwhile.
    records: { read: async () => [], add: async () => {}, clear: async () => {} },
  }).catch((thrown: unknown) => {
    throw hasCode(thrown, 'interrupted') ? interrupted({ cause: thrown }) : thrown;
  });
  for (const { level, error } of refused) {
    const message = `Cannot read the ${sourcePart(level).title}: ${error.message}`;
    emit({ type: 'preflight-note', message });
  }
  return new Map(
    [...repositories].flatMap(([slug, one]) => {
      const own = settings.get(one.source.slug);
      if (own === undefined) return [];
      const builds = buildsOfPlan(one.planned.settings ?? [], own.checks);
      return [[slug, { ...own, builds }] as const];
    }),
  );
}

/** Builds of the newest commit, and keys that Cloud has in titles alone, change without anybody setting anything. */
function onlySettings(source: SettingsSource, kind: Plan['source']['kind']): SettingsSource {
  const isSetting = ({ part }: SettingsSource['parts'][number]) =>
    part !== 'builds' && (part !== 'jira' || sourceTraits[kind].setsJiraKeys);
  return { ...source, parts: source.parts.filter(isSetting) };
}

/** Lists groups; members of one that cannot be read are unknown, which makes rules stricter, never looser. */
async function listGroups(
  { services, plan, signal }: ReadSettings,
  ids: readonly string[],
): Promise<readonly Group[]> {
  const { workspace } = plan.source;
  try {
    return await services.source.settings.groups({ workspace, ids, signal });
  } catch (thrown) {
    if (!hasCode(thrown, 'permission', 'credentials', 'not-found', 'refused')) throw thrown;
    return ids.map((id) => ({ id, name: id, members: null }));
  }
}
