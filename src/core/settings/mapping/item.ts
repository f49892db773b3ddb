import type { RepositoryRole } from '../target-rules.ts';

/** How what is set on the target compares with the source: `none` where nothing is. */
export type Grade = 'exact' | 'stricter' | 'looser' | 'none';

/** One setting of the source, and what becomes of it. Names in it are hostile until escaped. */
export interface SettingItem {
  /** Unique within a repository; the same for the same setting in every run. */
  readonly id: string;
  /** One that a row of the table of kinds names. */
  readonly kind: string;
  /** As on the source, for people: `push on main`. */
  readonly source: string;
  /** As on the target; empty for `none`. */
  readonly target: string;
  readonly grade: Grade;
  /** One line. */
  readonly why: string;
  /** Setting in place of it with `accept: looser`; `null` where nothing looser is on offer. */
  readonly looser: string | null;
}

/** Describes what an item needs to know of the target and of people's choices. */
export interface MappingContext {
  /** Logins of people, by their id on the source. */
  readonly logins: ReadonlyMap<string, string>;
  /** Teams of groups, by the group's id; several groups may share a team. */
  readonly teams: ReadonlyMap<string, string>;
  /** False: rulesets cannot name people (Enterprise Server 3.19). */
  readonly hasUserActors: boolean;
  /** Role of the source's administrators. */
  readonly adminRole: 'maintain' | 'admin';
  /** Roles of teams by a team map; others get the ones of their groups. */
  readonly teamAccess: ReadonlyMap<string, RepositoryRole>;
  /** Where Jira is, for keys that were only seen in texts. */
  readonly jiraUrl?: string | undefined;
  /** Ids of items for which the plan says `accept: looser`. */
  readonly accepted: ReadonlySet<string>;
}

/** The reasons in one line. */
export function becauseOf(reasons: readonly (string | null | false)[]): string {
  return reasons.filter((reason) => typeof reason === 'string').join(' ');
}
