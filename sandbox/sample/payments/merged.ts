import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import { day } from '../company.ts';
import type { PullRequestsPlace } from '../sample-repository.ts';

/** Every way of merging, with what is left of it afterwards. */
export function mergedPayments(place: PullRequestsPlace): AddPullRequest[] {
  return [...mergedOfBranches(place), mergedRename(place), ...mergedOfLost(place)];
}

function mergedOfBranches({ company, commit }: PullRequestsPlace): AddPullRequest[] {
  const { amara, robin, soren, yuki } = company;
  return [
    {
      number: 1,
      title: 'Direct debit',
      description: 'Adds **direct debit**.\n\nA merge commit keeps both commits.',
      state: 'MERGED',
      author: amara,
      closedBy: amara,
      source: { branch: 'feature/direct-debit', commit: commit('debit') },
      destination: { commit: commit('before debit') },
      mergeCommit: commit('debit merge'),
      closeSourceBranch: true,
      createdOn: day(100),
      updatedOn: day(102),
      participants: [{ person: soren, state: 'approved', on: day(101) }],
      conversation: {
        comments: [{ author: soren, text: 'Reads well.', createdOn: day(101, 10) }],
      },
    },
    {
      number: 2,
      title: 'Retry what a provider refuses',
      description: 'Squashed: its two commits are known by their hashes alone.',
      state: 'MERGED',
      author: yuki,
      closedBy: robin,
      source: { branch: 'feature/retries', commit: commit('retries') },
      destination: { commit: commit('debit merge') },
      mergeCommit: commit('retries merge'),
      createdOn: day(110),
      updatedOn: day(111),
    },
    {
      number: 3,
      title: 'Limit the amount of a payment',
      description: 'Fast-forward: the destination holds the source already.',
      state: 'MERGED',
      author: soren,
      closedBy: soren,
      source: { branch: 'feature/limits', commit: commit('limits') },
      destination: { commit: commit('retries merge') },
      mergeCommit: commit('limits'),
      createdOn: day(120),
      updatedOn: day(120, 15),
    },
  ];
}

function mergedRename({ company, commit }: PullRequestsPlace): AddPullRequest {
  const { robin, yuki } = company;
  return {
    number: 16,
    title: 'Call providers what they are',
    description: 'Renames a file and adds to it.',
    state: 'MERGED',
    author: robin,
    closedBy: robin,
    source: { branch: 'chore/rename', commit: commit('rename') },
    destination: { commit: commit('partner merge') },
    mergeCommit: commit('rename merge'),
    createdOn: day(260),
    updatedOn: day(261),
    conversation: {
      comments: [
        {
          author: yuki,
          text: 'A voucher is no provider.',
          inline: { path: 'src/PaymentProviders.kt', to: 7 },
        },
      ],
    },
  };
}

/** The head is gone for good, or its fork is. */
function mergedOfLost({ company, commit }: PullRequestsPlace): AddPullRequest[] {
  const { amara, ines, robin } = company;
  return [
    {
      number: 8,
      title: 'Tell banks apart',
      description: 'The commits of this one were cleaned up long ago.',
      state: 'MERGED',
      author: ines,
      closedBy: amara,
      source: { branch: 'feature/banks', commit: 'pruned' },
      destination: { commit: commit('refunds merge') },
      mergeCommit: commit('pruned merge'),
      createdOn: day(180),
      updatedOn: day(181),
      conversation: {
        comments: [{ author: amara, text: 'How many?', inline: { path: 'src/Banks.kt', to: 1 } }],
      },
    },
    {
      number: 9,
      title: 'Explain how partners connect',
      state: 'MERGED',
      author: null,
      closedBy: robin,
      source: { branch: 'partners', commit: commit('partner'), repository: 'fork-gone' },
      destination: { commit: commit('pruned merge') },
      mergeCommit: commit('partner merge'),
      createdOn: day(190),
      updatedOn: day(191),
      conversation: { comments: [{ author: null, text: 'Thank you for taking it.' }] },
    },
  ];
}
