/**
 * Describes what a repository is on either side, in one form that both can be read into. Texts are recognised by their
 * tokens: people at work put one of their own into everything that they write, and no conversion changes it.
 */
export interface RepositoryForm {
  /** As it is called on the target. */
  readonly name: string;
  readonly description: readonly string[];
  /** `null`: it names a branch that is not there. */
  readonly defaultBranch: string | null;
  /** Branches and tags with their hashes, those of the program's own among them. */
  readonly refs: ReadonlyMap<string, string>;
  readonly pullRequests: ReadonlyMap<number, PullRequestForm>;
}

export interface PullRequestForm {
  readonly state: 'open' | 'merged' | 'closed';
  /** Its first 100 characters, without what no terminal shows; empty where it has none. */
  readonly title: string;
  /** Of open ones: the branch that it goes to, and the commit that it would bring; `null` where GitHub cannot have it so. */
  readonly base: string | null;
  readonly head: string | null;
  readonly description: readonly string[];
  /** By their numbers on the source. */
  readonly comments: ReadonlyMap<number, CommentForm>;
  /** By their tokens: whether they are resolved. */
  readonly tasks: ReadonlyMap<string, boolean>;
  /** `Amara Okafor: approved`, in order. */
  readonly reviews: readonly string[];
  /** All that stand anywhere in it, except what it says of its past. */
  readonly tokens: ReadonlySet<string>;
}

export interface CommentForm {
  /** How often it is there. */
  readonly times: number;
  readonly tokens: readonly string[];
  /** Of a thread by its first comment; `null` where nobody can know. */
  readonly isResolved: boolean | null;
}

/** In their order, each once. */
export function tokensOf(text: string): readonly string[] {
  return [...new Set(text.match(/\bzq\d+x\b/g))];
}

export function plainTitle(title: string): string {
  return title
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100);
}
