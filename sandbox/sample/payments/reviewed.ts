import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import type { AddConversation } from '../../bitbucket/pull-requests/build-conversation.ts';
import { day, mention } from '../company.ts';
import type { PullRequestsPlace } from '../sample-repository.ts';

const file = 'src/Ledger.kt';

/** Merged by squashing after a long review: every place that a remark can have, and threads of every kind. */
export function reviewedPayment(place: PullRequestsPlace): AddPullRequest {
  const { company, commit } = place;
  const { amara, robin, soren, yuki } = company;
  return {
    number: 7,
    title: 'Refund a part of a payment',
    description: `Adds refunds, and sums up in one line.\n\n- [x] ledger\n- [ ] report (see #5)\n\nCloses #12, cc ${mention(soren)}`,
    state: 'MERGED',
    author: yuki,
    closedBy: robin,
    source: { branch: 'feature/refunds', commit: commit('refunds') },
    destination: { commit: commit('limits') },
    mergeCommit: commit('refunds merge'),
    closeSourceBranch: true,
    createdOn: day(170),
    updatedOn: day(175),
    participants: [
      { person: robin, state: 'approved', on: day(174) },
      { person: soren, state: 'changes_requested', on: day(171) },
      { person: amara },
      { person: company.security, role: 'PARTICIPANT' },
    ],
    conversation: {
      heads: [
        { commit: commit('refunds 1'), on: day(170) },
        { commit: commit('refunds'), on: day(172) },
      ],
      comments: [...onLines(place), ...elsewhere(place), ...threads(place)],
      tasks: [
        { text: 'Tell the shop', author: robin, resolved: true, resolvedBy: yuki },
        { text: 'Write a page about refunds', author: amara },
      ],
    },
  };
}

type Comments = NonNullable<AddConversation['comments']>;

/** Added, removed, unchanged, and several lines. */
function onLines({ company, commit }: PullRequestsPlace): Comments {
  const { amara, robin, soren } = company;
  const revisions = {
    sourceCommit: commit('refunds'),
    destinationCommit: commit('limits'),
  };
  return [
    {
      author: soren,
      text: 'Does this fit into a `Long`?',
      createdOn: day(172, 10),
      inline: { path: file, to: 9, ...revisions },
      resolved: { by: robin, on: day(173) },
      replies: [{ author: robin, text: 'It does.', createdOn: day(172, 11) }],
    },
    {
      author: amara,
      text: 'I liked the loop.',
      createdOn: day(172, 12),
      inline: { path: file, from: 11, ...revisions },
    },
    {
      author: amara,
      text: 'Not a part of this change, but: who calls it?',
      createdOn: day(172, 13),
      inline: { path: file, from: 8, to: 8, ...revisions },
    },
    {
      author: soren,
      text: 'Both checks belong into `Entry`.\n\n```suggestion\nrequire(amount in 1..entry.amount)\n```',
      createdOn: day(172, 14),
      inline: { path: file, startTo: 13, to: 14, ...revisions },
      tasks: [{ text: 'Move the checks', author: soren, resolved: true }],
    },
  ];
}

/** On the file, on an older commit, and where no diff leads. */
function elsewhere({ company, commit }: PullRequestsPlace): Comments {
  const { amara, soren, yuki } = company;
  return [
    {
      author: amara,
      text: 'This file grows.',
      createdOn: day(172, 15),
      inline: { path: file },
    },
    {
      author: soren,
      text: 'An `Int` is too small for this.',
      createdOn: day(171, 9),
      inline: {
        path: file,
        to: 9,
        isOutdated: true,
        sourceCommit: commit('refunds 1'),
        destinationCommit: commit('limits'),
        context:
          '@@ -8,6 +8,2 @@\n     fun balance(account: Account): Long {\n+        return store.entriesOf(account).sumOf { it.amount.toInt() }\n',
      },
      replies: [{ author: yuki, text: 'Fixed.', createdOn: day(172, 9) }],
    },
    {
      author: yuki,
      text: 'The package should have another name.',
      createdOn: day(172, 16),
      inline: { path: file, to: 1 },
    },
    {
      author: yuki,
      text: 'Line 99 of a file of three lines.',
      createdOn: day(172, 17),
      inline: { path: 'README.md', to: 99 },
    },
  ];
}

/** Three deep, with a root that was deleted, unpublished, and of people who are gone. */
function threads({ company }: PullRequestsPlace): Comments {
  const { amara, bot, ines, robin, yuki } = company;
  return [
    {
      author: robin,
      text: `What does ${mention(ines)} say?`,
      createdOn: day(173, 9),
      replies: [
        {
          author: ines,
          text: 'Looks right to me.',
          createdOn: day(173, 10),
          replies: [
            {
              author: amara,
              text: 'To me too.',
              createdOn: day(173, 11),
              replies: [{ author: null, text: 'Then merge it.', createdOn: day(173, 12) }],
            },
          ],
        },
      ],
    },
    {
      author: yuki,
      deleted: true,
      createdOn: day(173, 13),
      replies: [{ author: robin, text: 'Why was this deleted?', createdOn: day(173, 14) }],
    },
    { author: robin, pending: true, text: 'Not yet published.', createdOn: day(173, 15) },
    {
      author: bot,
      text: '![coverage](https://bitbucket.org/repo/aBcD12/images/1837-coverage.png)',
      createdOn: day(173, 16),
    },
  ];
}
