import type { Cancellable, Changing, RepositoryName } from './records/target-address.ts';
import type {
  Autolink,
  FoundAutolink,
  FoundGrant,
  FoundKey,
  FoundMerging,
  FoundOrganizationRuleset,
  FoundPerson,
  FoundRuleset,
  FoundTeam,
  FoundWebhook,
  MergeFlags,
  Ruleset,
  TargetGrant,
  TargetKey,
  TargetWebhook,
} from './records/target-settings.ts';

/**
 * Reads and writes the settings of repositories and of their organization. Nothing is lowered or removed unless the
 * caller says so. Every method throws MigratorError and nothing else: `refused` and `permission` carry in their hint what
 * a person can do. Those that create are sent once; a lost answer is `ambiguous-write`.
 */
export interface SettingsTarget {
  readonly organization: OrganizationSettings;
  readonly repository: RepositorySettings;
}

interface Organization {
  readonly organization: string;
}

interface TeamName extends Organization {
  readonly team: string;
}

export interface OrganizationSettings {
  /** Lists the teams that the credentials may see. */
  listTeams(options: Organization & Cancellable): Promise<readonly FoundTeam[]>;
  /**
   * Visible to the whole organization and without notifications. The account of the credentials becomes a member.
   * @param options.parent id of the team above; `null` without one
   * @throws `target-exists` if the name is taken
   */
  createTeam(
    options: Organization & {
      name: string;
      description: string;
      parent: string | null;
    } & Cancellable,
  ): Promise<FoundTeam>;
  /** Logins, with those of the teams below. */
  listTeamMembers(options: TeamName & Cancellable): Promise<readonly string[]>;
  /** Names of the repositories that it may use, by itself or a team above. */
  listTeamRepositories(options: TeamName & Cancellable): Promise<readonly string[]>;
  /** `pending`: invited, and not accepted yet. `null`: neither. */
  findMembership(
    options: TeamName & { login: string } & Cancellable,
  ): Promise<'active' | 'pending' | null>;
  /** Somebody outside the organization is invited. Idempotent. */
  addTeamMember(options: TeamName & { login: string } & Cancellable): Promise<void>;
  /** Idempotent. */
  removeTeamMember(options: TeamName & { login: string } & Cancellable): Promise<void>;
  /** All who belong to the organization. */
  listMembers(options: Organization & Cancellable): Promise<readonly FoundPerson[]>;
  /** Custom properties, and whether each holds a text. */
  listProperties(options: Organization & Cancellable): Promise<ReadonlyMap<string, boolean>>;
  /** A text that owners set. Idempotent. */
  defineProperty(
    options: Organization & { property: string; description: string } & Cancellable,
  ): Promise<void>;
  /** Of one repository; others of its properties stay. Idempotent. */
  setProperty(
    options: Organization & { name: string; property: string; value: string } & Cancellable,
  ): Promise<void>;

  /** The organization's own whose names begin so: the list, and one request each. */
  listRulesets(
    options: Organization & { prefix: string; ids: ActorIds } & Cancellable,
  ): Promise<readonly FoundOrganizationRuleset[]>;
  readRuleset(
    options: Organization & { id: string; ids: ActorIds } & Cancellable,
  ): Promise<FoundOrganizationRuleset>;
  /** For one repository, by its id: a new name does not free it. */
  createRuleset(
    options: Organization & RulesetContent & { repository: string } & Cancellable,
  ): Promise<FoundOrganizationRuleset>;
  /** The repositories stay. Idempotent. */
  updateRuleset(
    options: Organization & RulesetContent & { id: string } & Changing,
  ): Promise<FoundOrganizationRuleset>;
  /** Leaves the rest of it as it is. Idempotent. */
  enforceRuleset(
    options: Organization & { id: string; enforcement: Ruleset['enforcement'] } & Cancellable,
  ): Promise<void>;
  /**
   * Puts a repository, by its id, under a ruleset, or takes it out; without any the ruleset is disabled. Reads what is there
   * before: calls of one process are made one after the other. Idempotent.
   */
  coverRepository(
    options: Organization & { id: string; repository: string; covers: boolean } & Cancellable,
  ): Promise<void>;
}

/** Ids of those whom rulesets name: teams by slug, people by login in lower case. */
export interface ActorIds {
  readonly teams: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, string>;
}

interface RulesetContent {
  readonly rulesetName: string;
  readonly ruleset: Ruleset;
  readonly ids: ActorIds;
}

export interface RepositorySettings {
  /** Direct grants, with invitations that are open. */
  listAccess(options: RepositoryName & Cancellable): Promise<readonly FoundGrant[]>;
  /** Replaces what the actor has, higher or lower; somebody outside is invited. Idempotent. */
  grant(options: RepositoryName & { grant: TargetGrant } & Cancellable): Promise<void>;

  /** The repository's own whose names begin so, without those of its organization: the list, and one request each. */
  listRulesets(
    options: RepositoryName & { prefix: string; ids: ActorIds } & Cancellable,
  ): Promise<readonly FoundRuleset[]>;
  readRuleset(
    options: RepositoryName & { id: string; ids: ActorIds } & Cancellable,
  ): Promise<FoundRuleset>;
  createRuleset(options: RepositoryName & RulesetContent & Cancellable): Promise<FoundRuleset>;
  /** Idempotent. */
  updateRuleset(
    options: RepositoryName & RulesetContent & { id: string } & Changing,
  ): Promise<FoundRuleset>;
  /** Leaves the rest of it as it is. Idempotent. */
  enforceRuleset(
    options: RepositoryName & { id: string; enforcement: Ruleset['enforcement'] } & Cancellable,
  ): Promise<void>;
  /** Names of checks that have reported on a commit. */
  listChecks(
    options: RepositoryName & { commit: string } & Cancellable,
  ): Promise<readonly string[]>;

  readMerging(options: RepositoryName & Cancellable): Promise<FoundMerging>;
  /** Changes only what is given. Idempotent. */
  updateMerging(
    options: RepositoryName & { flags?: MergeFlags; autoMerge?: boolean } & Cancellable,
  ): Promise<FoundMerging>;

  listAutolinks(options: RepositoryName & Cancellable): Promise<readonly FoundAutolink[]>;
  createAutolink(
    options: RepositoryName & { link: Autolink } & Cancellable,
  ): Promise<FoundAutolink>;
  listKeys(options: RepositoryName & Cancellable): Promise<readonly FoundKey[]>;
  /** @throws `refused` if the host has the key elsewhere */
  createKey(options: RepositoryName & { key: TargetKey } & Cancellable): Promise<FoundKey>;
  listWebhooks(options: RepositoryName & Cancellable): Promise<readonly FoundWebhook[]>;
  /** Inactive, and without a secret. */
  createWebhook(
    options: RepositoryName & { webhook: TargetWebhook } & Cancellable,
  ): Promise<FoundWebhook>;
  /** Values that are texts, by the property's name. */
  readProperties(options: RepositoryName & Cancellable): Promise<ReadonlyMap<string, string>>;
}
