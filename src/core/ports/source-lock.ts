import type { SourceRepositoryName } from './pull-request-source.ts';
import type { BranchRule, MergeCheck, RefMatcher } from './records/source-settings.ts';
import type { Cancellable } from './records/target-address.ts';
import type { SourceHost } from './source-host.ts';

/**
 * The writes to a source by which a cut-over keeps people from pushing and merging, and takes that back. Separate from
 * SourceHost, which only reads, and built only after a person asked for a cut-over. What it creates is recorded first and
 * removed exactly. Every method throws MigratorError and nothing else. Deleting something that is gone succeeds.
 */
export interface SourceLock {
  /** For messages: the host's name without scheme. */
  readonly hostname: string;
  /** Needed in addition to the scopes for reading, as the host names them for this kind of credential. */
  readonly scopes: readonly string[];
  /** True if the lock holds for tags as well as for branches. */
  readonly coversTags: boolean;
  /**
   * True if an exception from one restriction lets somebody through all that match: then the lock does not hold for
   * those whom another restriction excepts.
   */
  readonly letsExceptedThrough: boolean;

  /** As in SourceHost; must be called first. */
  readonly verifyCredentials: SourceHost['verifyCredentials'];

  /** All restrictions that hold for a repository, those of its project among them as far as they can be read. */
  read(repository: SourceRepositoryName & Cancellable): Promise<SourceRules>;

  /**
   * Returns the restrictions to add so that nobody can push, in this order: the first parts are proved before the
   * others are added. No request. Empty: all of it is there already, without exceptions.
   * @throws `refused` where restrictions with exceptions take every form that the lock could have
   */
  plan(rules: SourceRules): readonly LockPart[];

  /**
   * Sent once.
   * @returns the restriction's id
   * @throws `permission` naming what the account lacks, `ambiguous-write` if the answer was lost
   */
  add(request: SourceRepositoryName & { part: LockPart } & Cancellable): Promise<string>;

  remove(request: SourceRepositoryName & { id: string } & Cancellable): Promise<void>;

  /**
   * Tries to create a branch at a commit that the repository has.
   * @returns `refused` where a rule of the repository kept it from being created
   * @throws `permission` where the credentials may not push at all, which proves nothing; `ambiguous-write` if the answer
   *   was lost
   */
  tryBranch(request: BranchAt & Cancellable): Promise<'created' | 'refused'>;

  /** @throws `refused` */
  removeBranch(request: BranchAt & Cancellable): Promise<void>;

  /** Scopes that comments need in addition; empty where none. */
  readonly noteScopes: readonly string[];

  /**
   * A comment on a pull request, which the host may mail to people. Sent once.
   * @returns the comment's id
   * @throws `ambiguous-write` if the answer was lost
   */
  addNote(
    request: SourceRepositoryName & { number: number; text: string } & Cancellable,
  ): Promise<string>;
}

export interface BranchAt extends SourceRepositoryName {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** A full hash. */
  readonly commit: string;
}

/** Describes what restricts a repository, in neutral words. Hostile. */
export interface SourceRules {
  readonly rules: readonly BranchRule[];
  readonly checks: readonly MergeCheck[];
  /** Why restrictions of the project are missing; left out where none are. Hostile. */
  readonly missing?: string | undefined;
}

/** One restriction without any exception. */
export interface LockPart {
  /** Unique within a repository. */
  readonly key: string;
  /** The host's word: `push`, `read-only`. */
  readonly type: string;
  readonly refs: RefMatcher;
  /** It alone keeps branches from being created and pushed to: it is added first, and proved. */
  readonly isGate: boolean;
}

/** Tells whether a restriction of the repository itself is exactly what a part adds. Pure. */
export function isPart(rule: BranchRule, part: Pick<LockPart, 'type' | 'refs'>): boolean {
  return (
    rule.level === 'repository' &&
    rule.type === part.type &&
    rule.exceptions.length === 0 &&
    sameRefs(rule.refs, part.refs)
  );
}

/** Pure. */
export function sameRefs(one: RefMatcher, other: RefMatcher): boolean {
  if (one.kind === 'any' || other.kind === 'any') return one.kind === other.kind;
  const isPattern = one.kind === 'glob' || one.kind === 'ant';
  return (
    isPattern &&
    (other.kind === 'glob' || other.kind === 'ant') &&
    one.kind === other.kind &&
    one.pattern === other.pattern
  );
}
