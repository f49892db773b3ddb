import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import { type Company, day, mention } from '../company.ts';
import type { PullRequestsPlace } from '../sample-repository.ts';

/** The numbers are those that the merge commits name. */
export function checkoutPullRequests(place: PullRequestsPlace): AddPullRequest[] {
  const merged = [1, 2, 3, 4].map((feature) => mergedFeature(place, feature));
  return [...merged, ...openOnes(place.company)];
}

/** Their branches are gone, and their commits are part of main. */
function mergedFeature({ company, commit }: PullRequestsPlace, feature: number): AddPullRequest {
  const { amara, ines, soren, yuki } = company;
  const authors = [amara, soren, yuki, ines];
  const author = authors[feature % authors.length] ?? amara;
  const step = `src/steps/step-${String(feature % 17).padStart(2, '0')}.ts`;
  return {
    title: `CHK-${100 + feature}: step ${feature}`,
    description: `Adds, tests and polishes step ${feature}.\n\nFixes #${feature + 200}`,
    state: 'MERGED',
    author,
    source: { branch: `feature/CHK-${100 + feature}`, commit: commit(`feature ${feature}`) },
    destination: { commit: commit(`before ${feature}`) },
    mergeCommit: commit(`merge ${feature}`),
    closedBy: amara,
    closeSourceBranch: true,
    createdOn: day(feature * 7),
    updatedOn: day(feature * 7 + 2),
    participants: [{ person: amara, state: 'approved', on: day(feature * 7 + 1) }],
    conversation:
      feature % 2 === 0
        ? { comments: [{ author: amara, text: 'Nice.', inline: { path: step, to: 2 } }] }
        : {},
  };
}

/** The last two are of the same branches: the first of them was given up. */
function openOnes(company: Company): AddPullRequest[] {
  const { amara, robin, soren, workspace, yuki } = company;
  return [
    {
      title: 'Show the logo of the partner',
      description: `From the fork, see ${company.webUrl}/checkout-web-partners`,
      author: soren,
      source: { branch: 'partner/logo', repository: `${workspace}/checkout-web-partners` },
      createdOn: day(40),
      participants: [{ person: yuki }, { person: amara, state: 'approved', on: day(41) }],
    },
    {
      title: 'Gift cards, first attempt',
      state: 'DECLINED',
      reason: 'Too early: the payments service is not ready.',
      author: yuki,
      closedBy: robin,
      source: { branch: 'feature/gift-cards' },
      createdOn: day(50),
      updatedOn: day(52),
    },
    {
      title: 'Gift cards',
      description: `Once more, after #6 and ${company.webUrl}/payments-service-new/pull-requests/7.`,
      author: yuki,
      source: { branch: 'feature/gift-cards' },
      createdOn: day(60),
      participants: [{ person: robin, state: 'changes_requested', on: day(61) }],
      conversation: {
        comments: [
          {
            author: robin,
            text: `${mention(yuki)} an empty list is no list of cards.`,
            inline: { path: 'src/gift-card.ts', to: 1 },
            replies: [{ author: yuki, text: 'It is a sketch.' }],
            tasks: [{ text: 'Fill the list', author: robin }],
          },
        ],
      },
    },
  ];
}
