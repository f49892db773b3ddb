import { countComments } from '../../bitbucket/changes/bookkeeping.ts';
import type {
  BitbucketParticipant,
  BitbucketPullRequest,
  BitbucketSide,
} from '../../bitbucket/pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../../bitbucket/records.ts';
import { ownText } from '../own-text.ts';
import { personJson } from './people-json.ts';
import { type JsonPlace, repositoryJson } from './repository-json.ts';

export interface PullRequestPlace extends JsonPlace {
  readonly repository: BitbucketRepository;
}

/** Milliseconds since 1970, or text where the instance is set to write it. */
export function dateJson({ instance }: JsonPlace, date: Date): number | string {
  return instance.rules.hasIsoDates ? date.toISOString() : date.getTime();
}

export function textJson(place: PullRequestPlace, raw: string): string {
  const { instance, baseUrl, repository } = place;
  return ownText(instance, { baseUrl, slug: repository.slug }, raw);
}

/** Returns the state; Data Center has no `superseded`, which is declined here. */
export function stateOf({ state }: BitbucketPullRequest): 'OPEN' | 'MERGED' | 'DECLINED' {
  return state === 'SUPERSEDED' ? 'DECLINED' : state;
}

export function pullRequestJson(
  place: PullRequestPlace,
  pullRequest: BitbucketPullRequest,
): Record<string, unknown> {
  const { baseUrl, instance, repository } = place;
  const conversation = pullRequest.conversation();
  const { tasks } = conversation;
  const state = stateOf(pullRequest);
  const { closedOn, number, participants, reviewers } = pullRequest;
  const isReviewer = (one: BitbucketParticipant): boolean => one.role === 'REVIEWER';
  const silent = reviewers
    .filter((person) => !participants.some((one) => one.person?.uuid === person.uuid))
    .map((person): BitbucketParticipant => ({ person, role: 'REVIEWER', state: null, on: null }));
  const toJson = (one: BitbucketParticipant) => participantJson(place, one);
  const open = tasks.filter(({ isResolved }) => !isResolved).length;
  return {
    id: number,
    version: pullRequest.version,
    title: pullRequest.title,
    ...(pullRequest.description.raw === ''
      ? {}
      : { description: textJson(place, pullRequest.description.raw) }),
    state,
    open: state === 'OPEN',
    closed: state !== 'OPEN',
    draft: pullRequest.draft,
    createdDate: dateJson(place, pullRequest.createdOn),
    updatedDate: dateJson(place, pullRequest.updatedOn),
    ...(closedOn === null ? {} : { closedDate: dateJson(place, closedOn) }),
    fromRef: sideJson(place, pullRequest.source),
    toRef: sideJson(place, pullRequest.destination),
    locked: false,
    author: {
      user: personJson(instance, baseUrl, pullRequest.author),
      role: 'AUTHOR',
      approved: false,
      status: 'UNAPPROVED',
    },
    reviewers: [...participants.filter(isReviewer), ...silent].map(toJson),
    participants: participants.filter((one) => !isReviewer(one)).map(toJson),
    properties: {
      mergeResult: { outcome: 'CLEAN', current: true },
      resolvedTaskCount: tasks.length - open,
      commentCount: countComments(instance.bitbucket.bookkeeping, conversation),
      openTaskCount: open,
    },
    links: {
      self: [
        {
          href: `${baseUrl}/projects/${instance.project.key}/repos/${repository.slug}/pull-requests/${number}`,
        },
      ],
    },
  };
}

function participantJson(
  { baseUrl, instance }: PullRequestPlace,
  one: BitbucketParticipant,
): unknown {
  const statuses = { approved: 'APPROVED', changes_requested: 'NEEDS_WORK' } as const;
  return {
    user: personJson(instance, baseUrl, one.person),
    ...(one.state === null ? {} : { lastReviewedCommit: '0'.repeat(40) }),
    role: one.role,
    approved: one.state === 'approved',
    status: one.state === null ? 'UNAPPROVED' : statuses[one.state],
  };
}

/** A fork that is gone is named as it was. */
function sideJson(place: PullRequestPlace, side: BitbucketSide): unknown {
  const slug = side.repository?.split('/')[1] ?? 'gone';
  const found = place.instance.bitbucket.findRepository(slug);
  const branch = side.branch ?? '';
  return {
    id: `refs/heads/${branch}`,
    displayId: branch,
    latestCommit: side.commit,
    type: 'BRANCH',
    repository:
      side.repository === null || found === null
        ? {
            slug,
            id: 4711,
            name: slug,
            project: { key: '~former', name: 'former', type: 'PERSONAL' },
          }
        : repositoryJson(place, found),
  };
}
