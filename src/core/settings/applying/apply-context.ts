import type { Refs } from '../../git/formats/refs.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { Waiting } from '../../journal/wait-until-visible.ts';
import type { SettingsMode } from '../../options/settings.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { FoundTeam, Ruleset, TargetGrant } from '../../ports/records/target-settings.ts';
import type { ActorIds } from '../../ports/settings-target.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { SettingOutcome } from './setting-outcome.ts';

export interface SettingsChoice {
  readonly mode: SettingsMode;
  /** People outside the organization are invited. */
  readonly invite: boolean;
}

/** Describes what the kinds of settings are applied to one repository, or compared, with. */
export interface ApplyContext extends Waiting, SettingsChoice {
  readonly target: Pick<
    TargetHost,
    | 'hostname'
    | 'webUrl'
    | 'limits'
    | 'settings'
    | 'secrets'
    | 'pullRequests'
    | 'findRepository'
    | 'areActionsEnabled'
    | 'setActionsEnabled'
    | 'naming'
  >;
  readonly targetName: RepositoryName;
  readonly targetFullName: string;
  /** Key of the source's project; `null` where it has none, or it is unknown. */
  readonly project: string | null;
  readonly records: Pick<RepositoryRecords, 'listObjects'>;
  /** `null`: nothing is written, and outcomes say what would be. */
  readonly writer: RepositoryRecords | null;
  /** True if this run has created the repository: a name that somebody takes meanwhile is refused, and nothing of theirs is lost. */
  readonly isNew: boolean;
  /**
   * Roles that earlier runs have given, by the name of the outcome: what people have removed or lowered since stays so, and
   * a ruleset that they deleted is not created again. `null`: whatever is missing is created.
   */
  readonly given: ReadonlyMap<string, TargetGrant['role']> | null;
  /** Milliseconds since 1970: what an earlier run began was sent before. */
  readonly enteredAt: number;
  /** Read, and in a run completed, once for all repositories. */
  readonly organization: () => Promise<OrganizationState>;
  /** Branches and tags of the target. */
  readonly listRefs: () => Promise<Refs>;
  readonly defaultBranch: string | null;
  /** Throws `interrupted` once the run is to end: between two requests is a good moment. */
  stopIfDraining(): void;
}

/** Teams and people of the organization, as far as plans name them. */
export interface OrganizationState {
  /** By slug, and by the name in the plan. */
  readonly teams: ReadonlyMap<string, FoundTeam>;
  /** By the name in the plan: not created, because nothing is written. */
  readonly coming: ReadonlySet<string>;
  /** Slugs of teams with others than their groups' members: they are given nothing. */
  readonly withheld: ReadonlySet<string>;
  /** A person's account, whose collaborators may all write. */
  readonly isPersonal: boolean;
  /** Logins in lower case; `null` for a personal account, or where the host does not list them. */
  readonly members: ReadonlySet<string> | null;
  /** Of those whom a ruleset may name. */
  readonly ids: ActorIds;
  /** Rulesets that stand in the organization. */
  readonly shared: SharedRulesets;
  readonly outcomes: readonly SettingOutcome[];
}

/** Which rulesets of a plan stand in the organization. */
export interface SharedRulesets {
  /** Sets their names apart from those of other plans. */
  readonly identity: string;
  readonly count: number;
  has(ruleset: Ruleset): boolean;
}

export const noneShared: SharedRulesets = { identity: '', count: 0, has: () => false };
