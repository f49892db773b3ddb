import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import { day } from '../company.ts';
import type { PullRequestsPlace } from '../sample-repository.ts';

const creole = `== Another database ==

* //fast//, says the vendor
* **untested**, say we

See [[https://example.com/store|the comparison]] and {{{Store.kt}}}.
`;

/** Declined and superseded; a number of which nothing is known follows after them. */
export function refusedPayments({ company, commit }: PullRequestsPlace): AddPullRequest[] {
  const { amara, ines, robin, soren, yuki } = company;
  return [
    {
      number: 4,
      title: 'Try another database',
      description: { raw: creole, markup: 'creole' },
      state: 'DECLINED',
      reason: 'We stay with what we know.\nAsk again next year.',
      author: ines,
      closedBy: robin,
      source: { branch: 'try/store', commit: commit('declined') },
      destination: { commit: commit('limits') },
      createdOn: day(130),
      updatedOn: day(140),
      participants: [{ person: soren, state: 'changes_requested', on: day(131) }],
      conversation: {
        comments: [{ author: soren, text: { raw: 'No //thanks//.', markup: 'creole' } }],
      },
    },
    {
      number: 5,
      title: 'Report each day (old)',
      state: 'SUPERSEDED',
      author: yuki,
      closedBy: yuki,
      source: { branch: 'feature/reporting' },
      destination: { commit: commit('rename merge') },
      createdOn: day(150),
      updatedOn: day(151),
    },
    {
      number: 10,
      title: 'A theme of our own',
      description: 'From a fork that is gone, with commits that are gone too.',
      state: 'DECLINED',
      author: null,
      closedBy: amara,
      source: { branch: 'theme', commit: 'pruned', repository: 'fork-gone' },
      destination: { commit: commit('partner merge') },
      createdOn: day(200),
      updatedOn: day(201),
    },
  ];
}
