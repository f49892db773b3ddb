import type { GithubRules } from '../../../sandbox/github/tracker/rules.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.ts';
import type { ProbeName } from '../../../src/core/calibration/probes/findings.ts';

/** One way in which a GitHub may behave otherwise than documented. */
export interface Switch {
  /** Behavior of the host then. */
  readonly name: string;
  /** The probes that have to name it, each by itself. */
  readonly probes: readonly ProbeName[];
  readonly rules?: Partial<GithubRules>;
  readonly options?: Partial<SandboxOptions>;
  readonly setUp?: (sandbox: Sandbox) => void;
  /** github.com alone does this; the others are tried on an Enterprise Server, which has no limits. */
  readonly isOfCloud?: boolean;
}

const noCreation = { enforcement: 'active', rules: [{ type: 'creation' }] } as const;

export const switches: readonly Switch[] = [
  {
    name: 'no policy for pull requests',
    probes: ['closed-target'],
    options: { enterprise: { hasPullRequestPolicy: false } },
  },
  {
    name: 'no new branches',
    probes: ['refs-listed'],
    setUp: ({ github }) =>
      void github.addRuleset('acme', {
        ...{ name: 'no branches', target: 'branch', ...noCreation },
        refs: { include: ['~ALL'], exclude: [] },
      }),
  },
  {
    name: 'refuses a name of a tag',
    probes: ['ref-names'],
    setUp: ({ github }) =>
      void github.addRuleset('acme', {
        ...{ name: 'no hashes', target: 'tag', ...noCreation },
        refs: { include: ['refs/tags/**/with#hash'], exclude: [] },
      }),
  },
  { name: '5 refs a push', probes: ['refs-a-push'], options: { limits: { refsPerPush: 5 } } },
  { name: 'no pull requests', probes: ['pull-requests-listed'], rules: { createsPulls: false } },
  {
    name: 'lists after 45 s',
    probes: ['pull-requests-listed', 'comments-listed'],
    rules: { visibleAfterMs: 45_000 },
  },
  { name: 'content 5 s apart', probes: ['content-pace'], rules: { contentIntervalMs: 5000 } },
  {
    name: 'unreadable Retry-After',
    probes: ['content-pace', 'retry-after'],
    rules: { contentIntervalMs: 5000, hasteRetryAfter: 'soon' },
  },
  { name: 'every other number', probes: ['numbers'], rules: { numberStep: 2 } },
  {
    name: 'marks merges on the default branch',
    probes: ['merge-temporary-base'],
    rules: { mergesByPush: 'default-branch' },
  },
  {
    name: 'marks no merges',
    probes: ['merge-temporary-base', 'merge-default-branch'],
    rules: { mergesByPush: 'never' },
  },
  {
    name: 'closes by broken keywords',
    probes: ['closing-keywords'],
    rules: { readsBrokenText: true },
  },
  {
    name: 'merges equal files',
    probes: ['squash-stays-open'],
    rules: { mergesEqualFiles: true },
  },
  {
    name: 'merges nothing by request',
    probes: ['merge-by-request'],
    rules: { mergesByRequest: false },
  },
  {
    name: 'neither marks nor merges',
    probes: ['merge-temporary-base', 'merge-default-branch', 'merge-by-request'],
    rules: { mergesByPush: 'never', mergesByRequest: false },
  },
  {
    name: 'keeps pull requests without branch open',
    probes: ['deleted-head-closes'],
    rules: { closesWithoutBranch: false },
  },
  { name: 'no drafts', probes: ['drafts'], rules: { hasDrafts: false } },
  {
    name: 'one comment a review',
    probes: ['review-places', 'review-of-25'],
    rules: { maxCommentsPerReview: 1 },
  },
  {
    name: '10 comments a review',
    probes: ['review-of-25'],
    rules: { maxCommentsPerReview: 10 },
  },
  {
    name: 'counts each comment of a review',
    probes: ['review-of-25'],
    rules: { countsReviewComments: true },
    isOfCloud: true,
  },
  {
    name: 'drops comments on bad lines',
    probes: ['bad-line-in-review'],
    rules: { dropsBadLines: true },
  },
  { name: 'no comments on files', probes: ['file-comments'], rules: { takesFileComments: false } },
  {
    name: 'removes outdated comments',
    probes: ['outdated-comments'],
    rules: { keepsOutdated: false },
  },
  {
    name: 'no replies to resolved threads',
    probes: ['replies-after-resolve'],
    rules: { repliesToResolved: false },
  },
  { name: '20,000 characters a text', probes: ['body-limit'], rules: { maxBody: 20_000 } },
  { name: '5,000 characters a text', probes: ['body-limit'], rules: { maxBody: 5000 } },
  { name: 'no LFS', probes: ['lfs-objects'], rules: { hasLfs: false } },
  {
    name: 'no rulesets',
    probes: ['rulesets'],
    options: { enterprise: { lacks: ['rulesets'] } },
  },
  {
    name: 'nobody bypasses rulesets',
    probes: ['ruleset-bypass'],
    rules: { honorsBypass: false },
    isOfCloud: true,
  },
  { name: 'no Actions', probes: ['secrets'], options: { enterprise: { lacks: ['actions'] } } },
  {
    name: 'no redirects',
    probes: ['rename-redirects'],
    rules: { redirectsRenamed: false },
  },
];
