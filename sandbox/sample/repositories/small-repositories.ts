import { type Changes, History } from '../history/history.ts';
import { paymentsRepository } from '../payments/repository.ts';
import { projects, type SampleRepository } from '../sample-repository.ts';
import { billingPullRequests } from './billing-pull-requests.ts';
import { javaPipelines, mobilePipelines, sharedPipelines } from './pipeline-files.ts';

function small(
  facts: SampleRepository['facts'],
  options: { start: string; commits: number; files?: Changes },
): SampleRepository {
  return {
    facts: { createdOn: new Date(options.start), ...facts },
    history() {
      const history = new History({ start: options.start, stepMinutes: 4_320 });
      const branch = facts.mainBranch ?? 'main';
      for (let index = 0; index < options.commits; index += 1) {
        const first = { 'README.md': `# ${facts.name ?? facts.slug}\n`, ...options.files };
        const later = { 'src/settings.ini': `[service]\nrevision = ${index}\n` };
        history.commit({
          branch,
          label: `revision ${index}`,
          message: index === 0 ? 'Begin' : `Revision ${index}`,
          changes: index === 0 ? first : later,
        });
      }
      return history;
    },
  };
}

/** Each of these is awkward in one way only. */
export const smallRepositories: readonly SampleRepository[] = [
  {
    facts: {
      slug: 'incident-drafts',
      name: 'incident-drafts',
      description: 'Made for the post-mortems; nothing was ever pushed.',
      project: projects.platform,
      createdOn: new Date('2024-03-11T14:00:00.808Z'),
    },
  },
  {
    ...small(
      {
        slug: 'billing-engine',
        name: 'billing-engine',
        description: 'Invoices, reminders, credit notes.',
        project: projects.pay,
        language: 'java',
        mainBranch: 'release/2026.1',
      },
      {
        start: '2020-09-01T08:00:00.100Z',
        commits: 40,
        files: { 'bitbucket-pipelines.yml': javaPipelines },
      },
    ),
    pullRequests: billingPullRequests,
  },
  paymentsRepository,
  small(
    {
      slug: 'reporting-eu',
      name: 'Reporting (EU)',
      description: 'Monthly figures of the European companies.',
      project: projects.data,
      language: 'python',
    },
    { start: '2021-07-19T09:00:00.300Z', commits: 12 },
  ),
  small(
    {
      slug: 'reporting-eu-2',
      name: 'Reporting [EU]',
      description: 'The rewrite of the monthly figures.',
      project: projects.data,
      language: 'python',
    },
    { start: '2024-10-07T09:00:00.400Z', commits: 8 },
  ),
  small(
    {
      slug: 'mobile-app',
      name: 'Mobile-App',
      description: 'The app for Android and iOS.',
      project: projects.shop,
      language: 'dart',
    },
    {
      start: '2022-02-14T10:00:00.500Z',
      commits: 30,
      files: { 'bitbucket-pipelines.yml': mobilePipelines },
    },
  ),
  small(
    {
      slug: 'mobile-app-2',
      name: 'mobile-app',
      description: 'First attempt at the app, kept for its texts.',
      project: projects.shop,
    },
    { start: '2018-08-27T10:00:00.600Z', commits: 5 },
  ),
  small(
    {
      slug: 'developer-handbook',
      name: 'developer-handbook',
      description: 'How we work. Open to everybody.',
      isPrivate: false,
      project: projects.platform,
      website: 'https://handbook.acme.example',
      forkPolicy: 'allow_forks',
    },
    {
      start: '2019-10-01T07:00:00.700Z',
      commits: 18,
      files: {
        '.github/workflows/publish.yml':
          'on: push\njobs:\n  publish:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo publish\n',
        'ci/shared-pipelines.yml': sharedPipelines,
        'docs/index.md': '# Welcome\n\nStart with *How we review*.\n',
      },
    },
  ),
];
