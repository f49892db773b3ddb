import type { GithubRuleset } from '../rulesets/records.ts';
import type { PropertyDefinition } from '../settings/property.ts';
import type { Role } from './roles.ts';

export interface GithubAccount {
  /** A mannequin stands in for somebody who wrote what was imported; nobody can sign in as one. */
  readonly kind: 'user' | 'organization' | 'mannequin';
  readonly id: number;
  /** As the host writes it; compared without regard to letter case. */
  readonly login: string;
  readonly name: string;
  /** Users only: addresses that they have proved to be theirs, in lower case. Nobody else sees them. */
  readonly emails: Set<string>;
  /** Organizations only: accounts as an identity provider knows them; `null`: there is none. */
  identities: readonly LinkedIdentity[] | null;
  /** Organisations only: user logins in lower case to what they are there. */
  readonly members: Map<string, GithubMembership>;
  /** Organisations only. */
  membersMayCreateRepositories: boolean;
  /** Private repositories of a free account have no drafts and no rulesets. */
  plan: 'free' | 'team' | 'enterprise';
  /** Tokens that were authorized for its single sign-on; `null`: it asks for none. */
  singleSignOn: Set<string> | null;
  /** Organisations only: by the name in the address. */
  readonly teams: Map<string, GithubTeam>;
  /** Organisations only: told of what happens in all repositories. */
  readonly hooks: OrganizationHook[];
  /** Organisations only. */
  readonly rulesets: GithubRuleset[];
  readonly properties: Map<string, PropertyDefinition>;
  /** Organizations only: people with an open invitation. */
  readonly invitations: OrganizationInvitation[];
  readonly policies: OrganizationPolicies;
}

/** Describes what the organization's owners, or those of its enterprise, have decided. May be changed at any time. */
interface OrganizationPolicies {
  /** Right of members in every repository. */
  basePermission: Exclude<Role, 'triage' | 'maintain'> | 'none';
  allowsOutsideCollaborators: boolean;
  allowsDeployKeys: boolean;
  /** Its accounts are made by an identity provider: nobody can be invited. */
  hasManagedUsers: boolean;
  /** How many people may be invited in 24 hours. */
  invitationsPerDay: number;
  /** `null`: as many as are wanted. */
  seats: number | null;
}

export interface LinkedIdentity {
  /** `null`: nobody has linked an account yet. */
  readonly account: GithubAccount | null;
  readonly saml: IdentityAttributes | null;
  readonly scim: IdentityAttributes | null;
}

interface IdentityAttributes {
  /** Of SAML only. */
  readonly nameId?: string;
  readonly username?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly emails?: readonly string[];
}

interface OrganizationInvitation {
  readonly id: number;
  readonly account: GithubAccount;
  readonly inviter: GithubAccount;
  readonly teams: readonly GithubTeam[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface GithubTeam {
  readonly id: number;
  name: string;
  slug: string;
  description: string | null;
  /** A secret one is seen by its members and the owners alone. */
  privacy: 'closed' | 'secret';
  notifies: boolean;
  parent: GithubTeam | null;
  /** By login in lower case. */
  readonly members: Map<string, TeamMember>;
  /** By the repository's number. */
  readonly repositories: Map<number, Role>;
  /** Its members come from an identity provider, and from nowhere else. */
  isSynchronized: boolean;
}

export interface TeamMember {
  readonly account: GithubAccount;
  role: 'member' | 'maintainer';
  /** Pending until somebody who was invited has come. */
  state: 'active' | 'pending';
}

export interface OrganizationHook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

export interface GithubMembership {
  role: 'admin' | 'member';
  state: 'active' | 'pending';
}
