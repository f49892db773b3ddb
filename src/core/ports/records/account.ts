/** Who a credential belongs to, as the host itself answered. */
export interface Account {
  readonly id: string;
  /** The name that the host addresses the account by; `null` for access tokens, which have none. */
  readonly username: string | null;
  readonly displayName: string;
  /** Granted scopes in the host's words; `null` where the host does not tell (fine-grained tokens, apps). */
  readonly scopes: readonly string[] | null;
}

/** Somewhere that repositories may be brought to, as a person chooses it. */
export interface OwnerChoice {
  readonly login: string;
  readonly kind: 'organization' | 'user';
  /** What the account is there; `null` where the host does not tell. */
  readonly role: 'admin' | 'member' | null;
}

/** An organisation or a person on the target that repositories can belong to. */
export interface TargetOwner {
  readonly id: string;
  /** As the target writes it: letter case may differ from what was asked for. */
  readonly login: string;
  readonly kind: 'organization' | 'user';
}
