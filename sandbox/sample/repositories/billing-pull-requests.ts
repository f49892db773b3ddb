import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import { day } from '../company.ts';
import type { PullRequestsPlace } from '../sample-repository.ts';

/** Fast-forward merges into a main branch of another name: source and destination lie on one line. */
export function billingPullRequests({ company, commit }: PullRequestsPlace): AddPullRequest[] {
  const { amara, bot, yuki } = company;
  const forward = (from: number, to: number) => ({
    state: 'MERGED' as const,
    source: { branch: `work/revision-${to}`, commit: commit(`revision ${to}`) },
    destination: { commit: commit(`revision ${from}`) },
    mergeCommit: commit(`revision ${to}`),
    closeSourceBranch: true,
  });
  return [
    {
      ...forward(10, 11),
      title: 'Revision 11',
      author: yuki,
      closedBy: amara,
      createdOn: day(1),
      participants: [{ person: amara, state: 'approved', on: day(1, 11) }],
    },
    {
      ...forward(20, 25),
      title: 'Revisions up to 25',
      author: bot,
      closedBy: bot,
      createdOn: day(2),
      conversation: { comments: [{ author: bot, text: 'Deployed to **staging**.' }] },
    },
    {
      ...forward(30, 39),
      title: 'Everything for 2026.1',
      author: amara,
      closedBy: yuki,
      createdOn: day(3),
    },
  ];
}
