import type { Flags } from '../flag.ts';

/** What both commands that start the embedded hosts take. */
export const hostsFlags = {
  source: {
    kind: 'choice',
    choices: ['cloud', 'data-center'],
    summary: 'Which Bitbucket it is (default: cloud)',
  },
  repository: {
    kind: 'strings',
    value: 'path',
    summary: 'Put this Git repository of yours into the workspace as well; repeatable',
  },
  target: {
    kind: 'choice',
    choices: ['github.com', 'enterprise-server', 'ghe.com'],
    summary: 'Which GitHub to play (default: github.com); ghe.com needs --proxy',
  },
  proxy: {
    kind: 'choice',
    choices: ['intercepting', 'plain'],
    summary: 'Put both hosts behind an HTTP proxy that reads TLS, or does not',
  },
} as const satisfies Flags;
