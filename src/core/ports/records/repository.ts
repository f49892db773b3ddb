export const sourceKinds = ['bitbucket-cloud', 'bitbucket-data-center'] as const;

export type SourceKind = (typeof sourceKinds)[number];

export type Visibility = 'private' | 'internal' | 'public';

/** A repository as the source describes it, in neutral words. Every text is hostile until escaped. */
export interface SourceRepository {
  /** The host's own stable identity (Bitbucket: the UUID), which survives a rename. */
  readonly id: string;
  /** The name in addresses; unique within the workspace. */
  readonly slug: string;
  /** The name that people gave; may hold spaces and capitals. */
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** `null` where the source names none: usual for an empty repository. */
  readonly defaultBranch: string | null;
  /** The source could not tell it: there may be one all the same. */
  readonly isDefaultBranchUnknown?: true;
  /** The host's own figure in bytes, of the Git data alone; `null` where it gives none. */
  readonly sizeBytes: number | null;
  readonly project: { readonly key: string; readonly name: string } | null;
  /** `workspace/slug` of the repository that this one was forked from. */
  readonly forkOf: string | null;
  readonly language: string | null;
  readonly archived: boolean;
  readonly topics: readonly string[];
  /** ISO 8601, UTC. */
  readonly createdAt: string | null;
  /** ISO 8601, UTC. */
  readonly updatedAt: string | null;
  /** The page that a person opens. */
  readonly webUrl: string;
}

/** A repository as the target describes it. */
export interface TargetRepository {
  /** The host's own stable identity, which survives a rename (GitHub: the number, as text). */
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  /** `null` where the host does not tell them. */
  readonly topics: readonly string[] | null;
  readonly visibility: Visibility;
  readonly defaultBranch: string | null;
  readonly archived: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly webUrl: string;
}

/** Where a repository's Git data is, and what opens it. The secret never leaves memory. */
export interface GitAccess {
  /** Without user name or password. */
  readonly url: string;
  readonly credential: { readonly username: string; readonly password: string } | null;
  /** A token that goes with each request below the address unasked, because the host takes it as no password. */
  readonly bearer?: string;
}
