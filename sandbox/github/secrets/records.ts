import type { GithubAccount, GithubTeam } from '../accounts/account.ts';

/** A secret as the host keeps it. */
export interface StoredSecret {
  /** In capitals, as the host reports it. */
  readonly name: string;
  /**
   * Content of the sealed box; `null` if the box cannot be opened with the place's key, which the host does not mind.
   */
  value: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  updatedAt: number;
  visibility: 'all' | 'private' | 'selected' | null;
  selectedRepositoryIds: readonly number[];
}

/** Something that has secrets: an organisation, a repository, an environment. */
export interface SecretPlace {
  /** By the name in capitals. */
  readonly secrets: Map<string, StoredSecret>;
  /** The pair of keys, made when it is first asked for. */
  keys: Promise<PlaceKeys> | null;
}

export interface PlaceKeys {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

export interface GithubEnvironment extends SecretPlace {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
  updatedAt: number;
  /** Minutes; a rule that somebody has set, and that a `PUT` without it takes away. */
  waitTimer: number;
  /** People and teams of whom one has to approve its jobs. */
  reviewers: readonly EnvironmentReviewer[];
}

export type EnvironmentReviewer =
  | { readonly type: 'User'; readonly reviewer: GithubAccount }
  | { readonly type: 'Team'; readonly reviewer: GithubTeam };

/** All secrets of the host, by the number of what they belong to. */
export interface SecretBook {
  ofAccount(id: number): SecretPlace;
  ofRepository(id: number): SecretPlace;
  /** By the name in small letters. */
  environmentsOf(repositoryId: number): Map<string, GithubEnvironment>;
  /** Values of a repository's variables, by the name in capitals. */
  variablesOf(repositoryId: number): Map<string, string>;
}

export function createSecretBook(): SecretBook {
  const accounts = new Map<number, SecretPlace>();
  const repositories = new Map<number, SecretPlace>();
  const environments = new Map<number, Map<string, GithubEnvironment>>();
  const variables = new Map<number, Map<string, string>>();
  return {
    ofAccount: (id) => take(accounts, id, newPlace),
    ofRepository: (id) => take(repositories, id, newPlace),
    environmentsOf: (id) => take(environments, id, () => new Map()),
    variablesOf: (id) => take(variables, id, () => new Map()),
  };
}

export function newPlace(): SecretPlace {
  return { secrets: new Map(), keys: null };
}

function take<T>(places: Map<number, T>, id: number, make: () => T): T {
  const known = places.get(id);
  if (known !== undefined) return known;
  const made = make();
  places.set(id, made);
  return made;
}
