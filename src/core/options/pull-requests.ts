import { commentModes } from '../ports/pull-request-target.ts';
import { defineOption } from './option.ts';

/** Options of pull requests, with the same keys in the plan and in migrator.yaml. */
export const pullRequestOptions = {
  /** Its flag wins over what a plan says of a repository, and has a key of its own in the stored settings. */
  pullRequests: defineOption({
    kind: 'switch-off',
    summary: 'Do not migrate pull requests',
    flagOf: ['plan', 'migrate'],
    plan: 'migrate',
    config: 'migrate',
    description: 'Migrate pull requests. Default true.',
    default: true,
    kept: { as: 'pull_requests' },
    control: {
      label: 'Pull requests',
      group: 'contents',
      hint: 'Open, merged and declined ones, with their numbers.',
      texts: { true: 'migrate', false: 'skip' },
      sets: 'plan',
    },
  }),
  comments: defineOption({
    kind: 'choice',
    choices: commentModes,
    summary: 'How to write conversations (default: threaded; others cost less)',
    flagOf: ['plan', 'migrate'],
    plan: 'comments',
    config: 'comments',
    description:
      'How to write conversations. threaded: each comment in its thread; compact: one comment per thread; folded: all in the description. Default threaded.',
    default: 'threaded',
    kept: {
      as: 'comments',
      // A conversation written twice, one way and the other, would stand there twice.
      until: {
        first: 'pullRequests',
        name: '--comments',
        because: 'GitHub already has pull requests written this way',
      },
    },
    control: {
      label: 'Comments',
      group: 'contents',
      hint: 'GitHub allows 500 content-creating requests an hour, so this decides how long it takes.',
      texts: {
        threaded: 'threaded: each in its thread',
        compact: 'compact: one comment per thread',
        folded: 'folded: all in the description',
      },
      needs: ['pullRequests'],
      unless: { engine: 'archive' },
      sets: 'plan',
    },
  }),
  requestReviewers: defineOption({
    kind: 'boolean',
    plan: 'request_reviewers',
    config: 'request_reviewers',
    description: 'Request reviews from mapped reviewers of open pull requests. Default true.',
    default: true,
    kept: { as: 'request_reviewers' },
  }),
  /** A file; the stored settings keep its text. */
  userMap: defineOption({
    kind: 'string',
    value: 'file',
    completes: 'file',
    endings: ['.csv'],
    summary: 'CSV of Bitbucket to GitHub users; discover --deep --users creates one',
    flagOf: ['migrate'],
    control: {
      label: 'User map',
      group: 'contents',
      hint: 'A CSV file: source_username,target_username. Without it, names are plain text without links to GitHub.',
      needs: ['pullRequests', 'settings'],
      empty: 'none; type a path',
    },
  }),
};
