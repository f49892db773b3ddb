import { createHash } from 'node:crypto';
import { readRef } from '../../git/read-ref.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import type { BitbucketRepository } from '../records.ts';
import { type AddConversation, buildConversation } from './build-conversation.ts';
import type {
  BitbucketParticipant,
  BitbucketPullRequest,
  BitbucketPullRequestState,
  BitbucketSide,
  BitbucketText,
} from './pull-request-records.ts';

export interface AddPullRequest {
  /** The one after the newest if left out; a higher one leaves a gap. */
  readonly number?: number;
  readonly title?: string;
  /** Markdown unless said otherwise. */
  readonly description?: string | BitbucketText;
  readonly state?: BitbucketPullRequestState;
  readonly draft?: boolean;
  /** The workspace's own user if left out; `null`: an account that was deleted. */
  readonly author?: BitbucketPerson | null;
  /** A branch without `commit` must exist: its tip is taken. */
  readonly source?: AddSide & {
    /** This repository if left out; the full name of a fork; `fork-gone`: one that is not there any more. */
    readonly repository?: string;
  };
  /** The main branch if left out. */
  readonly destination?: AddSide;
  readonly mergeCommit?: string | null;
  readonly closedBy?: BitbucketPerson | null;
  /** `updatedOn` if left out. */
  readonly closedOn?: Date;
  readonly reason?: string;
  readonly closeSourceBranch?: boolean;
  /** The `participants` who are reviewers, if left out. */
  readonly reviewers?: readonly BitbucketPerson[];
  readonly participants?: readonly AddParticipant[];
  /** A function is called for each answer and must always give the same: thousands then cost no memory. */
  readonly conversation?: AddConversation | (() => AddConversation);
  readonly createdOn?: Date;
  readonly updatedOn?: Date;
}

interface AddSide {
  readonly branch?: string | null;
  /**
   * 40 digits, whether the repository has it or not. `pruned`: a hash that nothing has, as after a clean-up.
   * `null`: the host does not say.
   */
  readonly commit?: string | null;
}

type AddParticipant = { readonly person: BitbucketPerson | null } & Partial<
  Omit<BitbucketParticipant, 'person'>
>;

export interface PullRequestPlace {
  readonly repository: BitbucketRepository;
  readonly workspace: string;
  /** Of the repository, counted from 1: keeps the numbers of comments apart. */
  readonly repositoryNumber: number;
  readonly user: BitbucketPerson;
  findRepository(slug: string): BitbucketRepository | null;
}

const firstDay = Date.UTC(2023, 0, 9, 8);
const hour = 3_600_000;

/** @throws Error if a branch is not there, or the number is taken */
export function makePullRequest(
  place: PullRequestPlace,
  added: AddPullRequest,
): BitbucketPullRequest {
  const { repository, user } = place;
  const newest = repository.pullRequests.at(-1)?.number ?? 0;
  const number = added.number ?? newest + 1;
  if (number <= newest) throw new Error(`Pull request ${number} comes after ${newest}`);
  const { state = 'OPEN', participants = [] } = added;
  const createdOn = added.createdOn ?? new Date(firstDay + number * hour);
  const updatedOn = added.updatedOn ?? new Date(createdOn.getTime() + hour / 2);
  const everybody = participants.map(toParticipant);
  const isClosed = state !== 'OPEN';
  const record: BitbucketPullRequest = {
    number,
    title: added.title ?? `Change ${number}`,
    description: toText(added.description ?? ''),
    state,
    draft: added.draft ?? false,
    author: added.author === undefined ? user : added.author,
    source: sourceSide(place, added, number),
    destination: destinationSide(place, added, number),
    mergeCommit: added.mergeCommit ?? null,
    closedBy: added.closedBy === undefined && isClosed ? user : (added.closedBy ?? null),
    closedOn: isClosed ? (added.closedOn ?? updatedOn) : null,
    reason: added.reason ?? '',
    closeSourceBranch: added.closeSourceBranch ?? false,
    reviewers: added.reviewers ?? reviewersOf(everybody),
    participants: everybody,
    createdOn,
    updatedOn,
    version: 3,
    conversation: () => {
      const given = added.conversation ?? {};
      const wanted = typeof given === 'function' ? given() : given;
      return buildConversation(record, { wanted, repositoryNumber: place.repositoryNumber });
    },
  };
  return record;
}

function sourceSide(place: PullRequestPlace, added: AddPullRequest, number: number): BitbucketSide {
  const own = `${place.workspace}/${place.repository.slug}`;
  const { repository = own, branch = `feature/${number}`, commit } = added.source ?? {};
  if (repository !== 'fork-gone') return side(place, { branch, commit, number, repository });
  if (commit === undefined) throw new Error('A commit is needed where the fork is gone');
  return side(place, { branch, commit, number, repository: null });
}

function destinationSide(
  place: PullRequestPlace,
  added: AddPullRequest,
  number: number,
): BitbucketSide {
  const { branch = place.repository.mainBranch, commit } = added.destination ?? {};
  const repository = `${place.workspace}/${place.repository.slug}`;
  return side(place, { branch, commit, number, repository });
}

function side(
  place: PullRequestPlace,
  wanted: {
    branch: string | null;
    commit: string | null | undefined;
    number: number;
    repository: string | null;
  },
): BitbucketSide {
  const { branch, commit, number, repository } = wanted;
  if (commit !== undefined && commit !== 'pruned') {
    if (commit !== null && !/^[0-9a-f]{40}$/.test(commit)) throw new Error(`No hash: ${commit}`);
    return { branch, commit, repository };
  }
  const slug = repository?.split('/')[1] ?? '';
  const git = place.findRepository(slug)?.git;
  if (commit === 'pruned' || git?.kind === 'declared') {
    return { branch, commit: inventHash(`${slug} ${number} ${branch}`), repository };
  }
  const tip = git === undefined ? null : readRef(git.directory, `refs/heads/${branch}`);
  if (tip === null) throw new Error(`There is no branch ${branch} in ${repository}`);
  return { branch, commit: tip, repository };
}

function inventHash(text: string): string {
  return createHash('sha1').update(`a commit of nobody: ${text}`).digest('hex');
}

function toText(text: string | BitbucketText): BitbucketText {
  return typeof text === 'string' ? { raw: text, markup: 'markdown' } : text;
}

function toParticipant({ person, role, state, on }: AddParticipant): BitbucketParticipant {
  return { person, role: role ?? 'REVIEWER', state: state ?? null, on: on ?? null };
}

function reviewersOf(participants: readonly BitbucketParticipant[]): readonly BitbucketPerson[] {
  return participants.flatMap(({ person, role }) =>
    role === 'REVIEWER' && person !== null ? [person] : [],
  );
}
