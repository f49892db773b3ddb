export const sourceKinds = ['bitbucket-cloud', 'bitbucket-data-center'] as const;

export type SourceKind = (typeof sourceKinds)[number];

export type Visibility = 'private' | 'internal' | 'public';

const openness: Readonly<Record<Visibility, number>> = { private: 0, internal: 1, public: 2 };

/** Tells whether the first shows a repository to more people than the second. Pure. */
export function isMoreOpen(one: Visibility, other: Visibility): boolean {
  return openness[one] > openness[other];
}

/** Every text is hostile until escaped. */
export interface SourceRepository {
  /** Stable across renames (Bitbucket: the UUID). */
  readonly id: string;
  /** The name in addresses; unique within the workspace. */
  readonly slug: string;
  /** May hold spaces and capitals. */
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** `null` where the source names none, as for an empty repository. */
  readonly defaultBranch: string | null;
  /** The source failed to answer: there may be one. */
  readonly isDefaultBranchUnknown?: true;
  /** Of the Git data, as the host reports it. */
  readonly sizeBytes: number | null;
  readonly project: { readonly key: string; readonly name: string } | null;
  /** `workspace/slug` */
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

export interface TargetRepository {
  /** Stable across renames (GitHub: the number, as text). */
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  /** `null` if unknown. */
  readonly topics: readonly string[] | null;
  readonly visibility: Visibility;
  readonly defaultBranch: string | null;
  readonly archived: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly webUrl: string;
}

/** Address and credential of a repository's Git data. The secret never leaves memory. */
export interface GitAccess {
  /** Without user name or password. */
  readonly url: string;
  readonly credential: { readonly username: string; readonly password: string } | null;
  /** A token sent with each request below the address, because the host accepts it only as a bearer. */
  readonly bearer?: string;
}
