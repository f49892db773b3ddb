import type { SharedRulesets } from '../applying/apply-context.ts';
import type { TargetSettings } from '../kinds/kinds.ts';
import type { Grade } from '../mapping/item.ts';
import { chosenSettings, type PlannedSetting, type PlannedTeam } from '../plan/planned-settings.ts';
import { findSharedKeys, type SharedKey } from './shared-keys.ts';
import { sharedRulesets } from './shared-rulesets.ts';

/** From what a person should look at first. */
export const gradesInOrder: readonly Grade[] = ['looser', 'none', 'stricter', 'exact'];

/** Of a repository, and of an organization (GitHub's documentation). */
const mostRulesets = 75;

/** Settings of a plan that are the same in several repositories. */
interface SettingsRow {
  readonly grade: Grade;
  readonly kind: PlannedSetting['kind'];
  /** As on the source. */
  readonly source: string;
  readonly why: string;
  /** Meaning of `accept: looser`; `null` where nothing is on offer, or it was accepted. */
  readonly offer: string | null;
  readonly repositories: readonly string[];
}

/** The settings of a plan, for people. */
export interface SettingsSummary {
  /** That have any. */
  readonly repositories: number;
  readonly settings: number;
  readonly grades: Readonly<Record<Grade, number>>;
  readonly rows: readonly SettingsRow[];
  readonly teams: readonly {
    readonly name: string;
    /** Bitbucket groups that it represents. */
    readonly groups: readonly string[];
    readonly members: number;
    readonly incomplete: boolean;
  }[];
  /** People who get access, by login. */
  readonly people: readonly string[];
  /** Rulesets that stand in the organization, each for several repositories. */
  readonly sharedRulesets: number;
  /** Repositories, or the organization, with more rulesets than GitHub takes. */
  readonly crowded: readonly string[];
  /** Deploy keys that several repositories want, which GitHub refuses in all but one. */
  readonly sharedKeys: readonly Pick<SharedKey, 'title' | 'repositories'>[];
}

export interface PlanWithSettings {
  readonly rulesets?: 'repository' | 'organization' | undefined;
  readonly teams?: readonly PlannedTeam[] | undefined;
  readonly repositories: readonly {
    readonly source: string;
    readonly settings?: readonly PlannedSetting[] | undefined;
  }[];
}

/** `null` where a plan has no settings. Pure. */
export function summarizeSettings(plan: PlanWithSettings): SettingsSummary | null {
  const repositories = plan.repositories.flatMap(({ source, settings }) =>
    settings === undefined ? [] : [{ source, settings }],
  );
  if (repositories.length === 0) return null;
  const all = repositories.flatMap(({ source, settings }) =>
    settings.map((setting) => ({ repository: source, setting, grade: gradeOf(setting) })),
  );
  const same = Map.groupBy(all, ({ setting, grade }) =>
    JSON.stringify([grade, setting.kind, setting.source, setting.why, offerOf(setting)]),
  );
  const rows = [...same.values()].flatMap((group): SettingsRow[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { setting, grade } = first;
    const { kind, source, why, looser } = setting;
    const isLooser = grade === 'looser' && looser !== null;
    return [
      {
        ...{ grade, kind, source },
        why: isLooser ? looser.why : why,
        offer: offerOf(setting),
        repositories: [...new Set(group.map(({ repository }) => repository))],
      },
    ];
  });
  const { teams = [] } = plan;
  const chosen = repositories.map(({ source, settings }) => ({
    source,
    target: chosenSettings(settings),
  }));
  const shared = sharedRulesets(plan, '');
  const logins = [
    ...teams.flatMap(({ members }) => members),
    ...chosen.flatMap(({ target }) =>
      target.access.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.name] : [])),
    ),
  ];
  return {
    repositories: repositories.length,
    settings: all.length,
    grades: countGrades(all),
    rows: rows.sort(
      (one, other) =>
        gradesInOrder.indexOf(one.grade) - gradesInOrder.indexOf(other.grade) ||
        other.repositories.length - one.repositories.length,
    ),
    teams: teams.map(({ name, groups, members, incomplete }) => ({
      ...{ name, groups, incomplete },
      members: members.length,
    })),
    people: [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()],
    sharedRulesets: shared.count,
    crowded: [
      ...(shared.count > mostRulesets ? ['the organization'] : []),
      ...chosen.filter(({ target }) => isCrowded(target, shared)).map(({ source }) => source),
    ],
    sharedKeys: findSharedKeys(plan).map(({ title, repositories: all }) => ({
      ...{ title, repositories: all },
    })),
  };
}

function isCrowded({ rulesets }: TargetSettings, shared: SharedRulesets): boolean {
  return rulesets.filter((one) => !shared.has(one)).length > mostRulesets;
}

function countGrades(all: readonly { readonly grade: Grade }[]): Record<Grade, number> {
  const counts = { looser: 0, none: 0, stricter: 0, exact: 0 };
  for (const { grade } of all) counts[grade] += 1;
  return counts;
}

export function gradeOf({ grade, looser, accept }: PlannedSetting): Grade {
  return accept === 'looser' && looser !== null ? 'looser' : grade;
}

function offerOf({ looser, accept }: PlannedSetting): string | null {
  return looser === null || accept !== undefined ? null : looser.why;
}
