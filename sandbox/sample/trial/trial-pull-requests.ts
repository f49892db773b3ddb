import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import type { AddConversation } from '../../bitbucket/pull-requests/build-conversation.ts';
import { branchOf, changedLine, removedLine, trialFile } from './trial-history.ts';

interface TrialPlace {
  readonly author: BitbucketPerson;
  readonly reviewer: BitbucketPerson;
  /** The hash of a labelled commit. */
  commit(label: string): string;
}

/** A pull request that has one thing of which nobody is sure whether an importer keeps it. */
export interface TrialFeature {
  /** Stable, for programs. */
  readonly key: string;
  /** The title of its pull request, as a sentence about an importer that keeps it. */
  readonly title: string;
  /** The one after the last if left out. */
  readonly number?: number;
  /** True if it is about the history, of which the archives of a Data Center have only the end. */
  readonly isHistory?: boolean;
  readonly pull: (place: TrialPlace) => Omit<AddPullRequest, 'number' | 'title'>;
}

const renamed = 'Changes of the title stay in the history';

/** All of them have 1 to 6 besides: number, title, text, author, dates and branches. */
export const trialFeatures: readonly TrialFeature[] = [
  feature('plain', 'Author, dates and text of a pull request', () => ({})),
  feature('merged', 'Pull requests stay merged', ({ commit, reviewer }) => ({
    ...{ state: 'MERGED', mergeCommit: commit('merge'), closedBy: reviewer },
    ...{ closedOn: at(30), updatedOn: at(30), destination: { commit: commit('base') } },
    ...{ source: { branch: branchOf('merged'), commit: commit('merged first') } },
  })),
  feature('declined', 'Declined pull requests are closed', ({ reviewer }) => ({
    ...{ state: 'DECLINED', closedBy: reviewer, closedOn: at(30), updatedOn: at(30) },
  })),
  feature('draft', 'Drafts stay drafts', () => ({ draft: true })),
  feature('approved', 'Approvals are approvals', ({ reviewer }) => ({
    participants: [{ person: reviewer, state: 'approved', on: at(20) }],
  })),
  feature('changes-requested', 'Requested changes are requests', ({ reviewer }) => ({
    participants: [{ person: reviewer, state: 'changes_requested', on: at(20) }],
  })),
  feature('review-requested', 'Reviewers who have not answered stay asked', ({ reviewer }) => ({
    participants: [{ person: reviewer }],
  })),
  said('comments', 'Comments keep their authors and dates', ({ author, reviewer }) => [
    { author: reviewer, text: 'First', createdOn: at(10) },
    { author, text: 'Second', createdOn: at(11) },
  ]),
  said('same-second', 'Comments of one second are all there', ({ reviewer }) =>
    ['One', 'Two'].map((text) => ({
      ...{ author: reviewer, text, createdOn: at(10) },
      inline: { path: trialFile, to: changedLine },
    })),
  ),
  said('added-line', 'Comments on added lines stay there', ({ reviewer }) => [
    { author: reviewer, createdOn: at(10), inline: { path: trialFile, to: changedLine } },
  ]),
  said('removed-line', 'Comments on removed lines stay there', ({ reviewer }) => [
    { author: reviewer, createdOn: at(10), inline: { path: trialFile, from: removedLine } },
  ]),
  said('several-lines', 'Comments on several lines keep the first', ({ reviewer }) => [
    {
      ...{ author: reviewer, createdOn: at(10) },
      inline: { path: trialFile, startTo: changedLine - 1, to: changedLine },
    },
  ]),
  said('whole-file', 'Comments on a file stay there', ({ reviewer }) => [
    { author: reviewer, createdOn: at(10), inline: { path: trialFile } },
  ]),
  said('replies', 'Replies stay in their thread', ({ author, reviewer }) => [
    {
      ...{ author: reviewer, createdOn: at(10), inline: { path: trialFile, to: changedLine } },
      replies: [{ author, text: 'An answer', createdOn: at(12) }],
    },
  ]),
  said('resolved', 'Resolved threads stay resolved', ({ author, reviewer }) => [
    {
      ...{ author: reviewer, createdOn: at(10), inline: { path: trialFile, to: changedLine } },
      resolved: { by: author, on: at(20) },
    },
  ]),
  feature('outdated', 'Outdated comments stay on the diff', (place) => ({
    conversation: outdated(place),
  })),
  feature('fork', 'Pull requests from forks that are gone have their commits', ({ commit }) => ({
    source: { branch: 'partners', commit: commit('fork first'), repository: 'fork-gone' },
  })),
  {
    ...feature('force-pushed', 'Forced pushes stay in the history', ({ author: by, commit }) => ({
      conversation: {
        heads: [
          { commit: commit('force-pushed first'), on: at(0), by },
          { commit: commit('force-pushed second'), on: at(20), by },
        ],
      },
    })),
    isHistory: true,
  },
  {
    ...feature('renamed', renamed, ({ author: by }) => ({
      conversation: {
        activity: ['Another title', renamed].map((title, index) => {
          return { kind: 'update', on: at(index), by, title };
        }),
      },
    })),
    isHistory: true,
  },
  feature('gap', 'Numbers have gaps where the source has them', () => ({}), 25),
];

const start = Date.UTC(2024, 0, 15, 9, 0, 30);

/** Minutes after the first pull request was opened. */
function at(minutes: number): Date {
  return new Date(start + minutes * 60_000);
}

function feature(
  key: string,
  title: string,
  more: (place: TrialPlace) => Omit<AddPullRequest, 'number' | 'title'>,
  number?: number,
): TrialFeature {
  return {
    ...{ key, title },
    ...(number !== undefined && { number }),
    pull: (place) => ({
      ...{
        description: `Tried: ${key}`,
        author: place.author,
        createdOn: at(0),
        updatedOn: at(30),
      },
      ...{ source: { branch: branchOf(key) }, ...more(place) },
    }),
  };
}

type Comments = NonNullable<AddConversation['comments']>;

function said(key: string, title: string, comments: (place: TrialPlace) => Comments): TrialFeature {
  return feature(key, title, (place) => ({ conversation: { comments: comments(place) } }));
}

/** On a line that the next commit has taken back. */
function outdated({ author, reviewer, commit }: TrialPlace): AddConversation {
  const [first, second] = [commit('outdated first'), commit('outdated second')];
  return {
    heads: [
      { commit: first, on: at(0), by: author },
      { commit: second, on: at(20), by: author },
    ],
    comments: [
      {
        ...{ author: reviewer, createdOn: at(10) },
        inline: {
          ...{ path: trialFile, to: changedLine, isOutdated: true },
          ...{ sourceCommit: first, destinationCommit: commit('base') },
          context: `@@ -9,3 +9,3 @@\n line 9\n-line ${changedLine}\n+line ${changedLine} of outdated\n`,
        },
      },
    ],
  };
}
