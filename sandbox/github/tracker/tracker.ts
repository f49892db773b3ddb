import type { GithubAccount } from '../accounts/account.ts';
import type { Role } from '../accounts/roles.ts';
import type {
  GithubDiscussion,
  GithubIssue,
  GithubIssueComment,
  GithubPullRequest,
  GithubReview,
  GithubReviewComment,
  GithubThread,
} from './records.ts';

/** Issues and pull requests of one repository. */
export interface Tracker {
  readonly issues: readonly GithubIssue[];
  readonly pulls: readonly GithubPullRequest[];
  /** Both kinds, by rising number. */
  readonly all: readonly GithubDiscussion[];
  find(number: number): GithubDiscussion | null;
  findPull(number: number): GithubPullRequest | null;
  /** The number that the next one gets. */
  nextNumber(): number;
  add(one: GithubDiscussion): void;
  /** As the host's staff removes it: its number is never given again. */
  remove(number: number): void;
  openPullsOfHead(branch: string): GithubPullRequest[];
  openPullsOfBase(branch: string): GithubPullRequest[];
  setBase(pull: GithubPullRequest, base: { ref: string; sha: string }): void;
  readonly comments: Map<number, GithubIssueComment>;
  readonly reviewComments: Map<number, GithubReviewComment>;
  readonly reviews: Map<number, GithubReview>;
  readonly threads: Map<number, GithubThread>;
  readonly pullsById: Map<number, GithubPullRequest>;
  /** Branches that pull requests cannot use yet, with the time from which on they can. */
  readonly hiddenBranches: Map<string, number>;
  /** By commit, the text of its CODEOWNERS; `null`: it has none. */
  readonly codeOwners: Map<string, string | null>;
  /** Who was invited by hand, by login in lower case. */
  readonly collaborators: Map<string, Collaborator>;
}

export interface Collaborator {
  readonly account: GithubAccount;
  readonly permission: Role;
}

export function createTracker(): Tracker {
  const issues: GithubIssue[] = [];
  const pulls: GithubPullRequest[] = [];
  const all: GithubDiscussion[] = [];
  const byNumber = new Map<number, GithubDiscussion>();
  const pullsById = new Map<number, GithubPullRequest>();
  const heads = createIndex();
  const bases = createIndex();
  let newest = 0;
  const find = (number: number) => byNumber.get(number) ?? null;
  const findPull = (number: number) => {
    const found = find(number);
    return found?.kind === 'pull-request' ? found : null;
  };
  return {
    issues,
    pulls,
    all,
    find,
    findPull,
    nextNumber: () => newest + 1,
    add(one) {
      newest = Math.max(newest, one.number);
      byNumber.set(one.number, one);
      all.push(one);
      if (one.kind === 'issue') {
        issues.push(one);
        return;
      }
      pulls.push(one);
      pullsById.set(one.id, one);
      heads.add(one.head.ref, one);
      bases.add(one.base.ref, one);
    },
    remove(number) {
      const one = find(number);
      if (one === null) throw new Error(`There is no issue or pull request ${number}`);
      byNumber.delete(number);
      all.splice(all.indexOf(one), 1);
      if (one.kind === 'issue') issues.splice(issues.indexOf(one), 1);
      else pulls.splice(pulls.indexOf(one), 1);
      if (one.kind === 'issue') return;
      pullsById.delete(one.id);
      heads.remove(one.head.ref, one);
      bases.remove(one.base.ref, one);
    },
    openPullsOfHead: heads.open,
    openPullsOfBase: bases.open,
    setBase(pull, { ref, sha }) {
      bases.remove(pull.base.ref, pull);
      pull.base.ref = ref;
      pull.base.sha = sha;
      bases.add(ref, pull);
    },
    pullsById,
    ...emptyBooks(),
  };
}

function emptyBooks() {
  return {
    comments: new Map(),
    reviewComments: new Map(),
    reviews: new Map(),
    threads: new Map(),
    hiddenBranches: new Map(),
    codeOwners: new Map(),
    collaborators: new Map(),
  };
}

/** Pull requests by the name of a branch. */
function createIndex() {
  const byBranch = new Map<string, Set<GithubPullRequest>>();
  return {
    add(branch: string, pull: GithubPullRequest): void {
      const known = byBranch.get(branch) ?? new Set();
      known.add(pull);
      byBranch.set(branch, known);
    },
    remove(branch: string, pull: GithubPullRequest): void {
      byBranch.get(branch)?.delete(pull);
    },
    open: (branch: string): GithubPullRequest[] =>
      [...(byBranch.get(branch) ?? [])].filter((pull) => pull.state === 'open'),
  };
}
