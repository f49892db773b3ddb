/** The owner of a credential. */
export interface Account {
  readonly id: string;
  /** `null` for access tokens. */
  readonly username: string | null;
  readonly displayName: string;
  /** As the host names them; `null` where it does not report them (fine-grained tokens, apps). */
  readonly scopes: readonly string[] | null;
  /** Each by itself, where several credentials are used side by side. */
  readonly credentials?: readonly UsedCredential[];
}

/** One of several credentials. */
export interface UsedCredential extends Pick<Account, 'displayName' | 'scopes'> {
  /** The variable that it comes from. */
  readonly variable: string;
  /** How many repositories it lists; infinite: all of the workspace. 0: it opens single ones. */
  readonly lists: number;
}

/** A possible owner of the migrated repositories. */
export interface OwnerChoice {
  readonly login: string;
  readonly kind: 'organization' | 'user';
  /** Of the account in it; `null` if unknown. */
  readonly role: 'admin' | 'member' | null;
}

export interface TargetOwner {
  readonly id: string;
  /** The target's spelling: letter case may differ from the requested name. */
  readonly login: string;
  readonly kind: 'organization' | 'user';
  /** Right of all members in every repository of an organization; absent where the host does not say. */
  readonly basePermission?: 'none' | 'read' | 'write' | 'admin';
}
