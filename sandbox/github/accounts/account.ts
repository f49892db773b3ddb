export interface GithubAccount {
  readonly kind: 'user' | 'organization';
  readonly id: number;
  /** As the host writes it; compared without regard to letter case. */
  readonly login: string;
  readonly name: string;
  /** Organisations only: user logins in lower case to what they are there. */
  readonly members: Map<string, GithubMembership>;
  /** Organisations only. */
  membersMayCreateRepositories: boolean;
  /** Private repositories of a free account have no drafts. */
  plan: 'free' | 'team' | 'enterprise';
  /** Tokens that were authorized for its single sign-on; `null`: it asks for none. */
  singleSignOn: Set<string> | null;
  /** Organisations only: members by the team's name in the address. */
  readonly teams: Map<string, readonly GithubAccount[]>;
  /** Organisations only: told of what happens in all repositories. */
  readonly hooks: OrganizationHook[];
  /** Organisations only. They are listed, and hinder nobody here. */
  readonly rulesets: OrganizationRuleset[];
}

export interface OrganizationHook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

export interface OrganizationRuleset {
  readonly id: number;
  readonly name: string;
  readonly target: 'branch' | 'tag' | 'push' | 'repository';
  readonly enforcement: 'active' | 'evaluate' | 'disabled';
}

export interface GithubMembership {
  role: 'admin' | 'member';
  state: 'active' | 'pending';
}
