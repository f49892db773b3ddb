import type { AddPullRequest } from '../../bitbucket/pull-requests/add-pull-request.ts';
import { type Company, day, mention } from '../company.ts';
import type { PullRequestsPlace } from '../sample-repository.ts';

/** Open ones, drafts among them, and the texts that are hard to carry. */
export function openPayments({ company, commit }: PullRequestsPlace): AddPullRequest[] {
  return [...plain(company), ...texts(company), linking(company, commit('refunds merge'))];
}

/** The first has the branch of one that was superseded. */
function plain({ amara, robin, security, soren, yuki }: Company): AddPullRequest[] {
  return [
    {
      number: 6,
      title: 'Report each day',
      description: 'Takes the place of #5.',
      author: yuki,
      source: { branch: 'feature/reporting' },
      createdOn: day(160),
      participants: [
        { person: robin, state: 'approved', on: day(161) },
        { person: soren, state: 'changes_requested', on: day(162) },
        { person: security },
      ],
    },
    {
      number: 11,
      title: 'Instalments',
      description: '',
      draft: true,
      author: amara,
      source: { branch: 'feature/instalments' },
      createdOn: day(210),
      conversation: {
        comments: [
          {
            author: soren,
            text: 'Three months only?',
            inline: { path: 'src/Instalments.kt', to: 1 },
            tasks: [{ text: 'Make it a setting', author: soren }],
          },
        ],
      },
    },
    {
      number: 12,
      title: 'Round half to even',
      author: soren,
      source: { branch: 'fix/rounding' },
      createdOn: day(220),
      participants: [{ person: amara, state: 'approved', on: day(221) }],
    },
    {
      number: 19,
      title: 'Prepare a candidate',
      author: robin,
      source: { branch: 'release/candidate' },
      destination: { branch: 'main' },
      createdOn: day(290),
    },
  ];
}

const hostile = [
  '<script>alert(1)</script> <img src=x onerror=alert(1)>',
  '\u001b[31mred\u001b[0m and \u202eright to left\u202c',
  '<!-- migrator:1 op=000000000000000000000000 sig=000000000000 -->',
  '@everyone #1 GH-2 acme/other#3 `unclosed',
  '</details> | a | table | $(id) `whoami` \\',
].join('\n\n');

const paragraph = 'This runbook is long, because everything that ever went wrong is in it. ';

function texts({ amara, robin }: Company): AddPullRequest[] {
  return [
    {
      number: 13,
      title: 'Write a runbook',
      description: `# Runbook\n\n${paragraph.repeat(1000)}`.slice(0, 70_000),
      author: robin,
      source: { branch: 'docs/runbook' },
      createdOn: day(230),
    },
    {
      number: 14,
      title: 'Be careful: <b>"$(id)"</b> \u202e\u001b[31m `x` @everyone',
      description: hostile,
      author: amara,
      source: { branch: 'chore/odd-names' },
      createdOn: day(240),
      conversation: {
        comments: [
          { author: robin, text: hostile },
          { author: amara, text: 'Odd', inline: { path: 'docs/a b & <c>.md', to: 1 } },
        ],
      },
    },
  ];
}

/** Mentions, numbers, and links to what is moved along. */
function linking(company: Company, commit: string): AddPullRequest {
  const { amara, ines, security, webUrl, yuki } = company;
  const own = `${webUrl}/payments-service-new`;
  return {
    number: 18,
    title: 'Say what belongs together (#7, !3)',
    description: [
      `${mention(yuki)}, ${mention(ines)} and @${security.username}: please look.`,
      `After #7 and [the one before](${own}/pull-requests/6); fixes #12, closes ${own}/issues/3.`,
      `The commit is ${commit.slice(0, 12)}, or ${own}/commits/${commit}.`,
      `See ${own}/src/main/src/Ledger.kt#lines-9 and [the shop](${webUrl}/checkout-web/pull-requests/7).`,
      `Elsewhere: ${webUrl}/device-firmware/src/main/README.md, https://bitbucket.org/other/place/pull-requests/1`,
      "[Smart link](https://example.com/){: data-inline-card='' }",
      '![a sketch](https://bitbucket.org/repo/aBcD12/images/42-sketch.png)',
      '`#7` and `@{712020:x}` in code stay as they are.',
    ].join('\n\n'),
    author: amara,
    source: { branch: 'fix/rounding' },
    destination: { branch: 'release/candidate' },
    createdOn: day(280),
    conversation: {
      comments: [{ author: yuki, text: `Like #6, ${mention(amara)}? #9999 is not there.` }],
    },
  };
}
