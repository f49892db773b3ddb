import { describe, expect, it } from 'vitest';
import { dryRunLines } from '../../../../src/core/commands/migrate/dry-run-lines.ts';
import { estimatedFacts, noFacts } from '../../../../src/core/forecast/facts.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { jsonLine } from '../../../../src/core/kernel/format/json.ts';
import type { Plan } from '../../../../src/core/plan/plan-schema.ts';
import type {
  SourceRepository,
  TargetRepository,
} from '../../../../src/core/ports/records/repository.ts';
import type { PreflightResult } from '../../../../src/core/run/preflight/preflight.ts';
import {
  type DryRunResult,
  dryRunResult,
} from '../../../../src/core/verbs/migrate/dry-run/dry-run-result.ts';
import { sourceRepository } from '../../source-repository.ts';

const plan: Plan = {
  version: 1,
  source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
  target: { organization: 'acme' },
  options: {},
  repositories: ['api', 'website', 'old'].map((source) => ({
    source,
    target: source.toUpperCase(),
    visibility: 'private',
  })),
};
const pending = new Set(['api', 'website', 'old']);

function preflight(change: Partial<PreflightResult> = {}): PreflightResult {
  const sources = [...pending].map((slug) => sourceRepository(slug, { sizeBytes: 1_500_000 }));
  return {
    account: { id: '1', username: 'robin', displayName: 'Robin', scopes: null },
    owner: { id: '2', login: 'acme', kind: 'organization' },
    sources: new Map<string, SourceRepository>(sources.map((one) => [one.slug, one])),
    existing: new Map(),
    replaced: new Map(),
    problems: [],
    accepted: [],
    ...change,
  };
}

const existing: TargetRepository = {
  id: '3',
  owner: 'acme',
  name: 'OLD',
  description: '',
  topics: null,
  visibility: 'private',
  defaultBranch: null,
  archived: false,
  createdAt: '2026-01-01T00:00:00Z',
  webUrl: 'https://github.com/acme/OLD',
};

function linesOf(
  result: DryRunResult,
  shown: Partial<Parameters<typeof dryRunLines>[1]> = {},
): readonly string[] {
  const { problems } = result;
  return dryRunLines(result, {
    ...{ columns: null, plan, named: new Set<string>(), problems, isVerbose: false },
    ...shown,
  });
}

describe('a dry run', () => {
  it('reports what would be made, what is left alone and what is done already', () => {
    const open = new Set(['api', 'old']);
    const checked = preflight({ existing: new Map([['old', existing]]) });
    const result = dryRunResult({ plan, preflight: checked, pending: open });
    expect(result.repositories.map(({ source, action }) => [source, action])).toEqual([
      ['api', 'create'],
      ['website', 'done'],
      ['old', 'skip'],
    ]);
    expect(linesOf(result)).toEqual([
      'Ready: 1 repository would be created. Nothing was written.',
      '',
      'create  api -> API          private  1.5 MB',
      'done    website -> WEBSITE  private  1.5 MB',
      'skip    old -> OLD          private  1.5 MB',
    ]);
  });

  it('forecasts the pull requests of what is created or replaced, and not of what is skipped', () => {
    const checked = preflight({
      existing: new Map([['website', existing]]),
      replaced: new Map([['old', existing]]),
    });
    const inputs = [...pending].map((source) => ({ source, facts: { ...noFacts, total: 5 } }));
    const result = dryRunResult({ plan, preflight: checked, pending, forecast: inputs });
    expect(result.repositories.map(({ action }) => action)).toEqual(['create', 'skip', 'replace']);
    expect(result.forecast?.repositories.map(({ source }) => source)).toEqual(['api', 'old']);
  });

  it('calls everything blocked as long as anything is wrong', () => {
    const problems = [new MigratorError('not-found', 'acme does not exist')];
    const result = dryRunResult({ plan, preflight: preflight({ problems }), pending });
    expect(new Set(result.repositories.map(({ action }) => action))).toEqual(new Set(['blocked']));
    expect(result.problems).toBe(1);
    expect(linesOf(result, { named: null })).toEqual([
      'Not ready: 1 problem stops 3 repositories. Nothing was written.',
    ]);
    expect(linesOf(result, { named: new Set(['api', 'old']) })).toEqual([
      'Not ready: 2 of 3 repositories cannot be migrated. Nothing was written.',
    ]);
  });

  it('says that a repository stays private until the cut-over, and what it is then', () => {
    const follows = {
      ...plan,
      follow: true,
      repositories: plan.repositories.map((one) => ({ ...one, visibility: 'public' as const })),
    };
    const open = [...pending].map((slug) => sourceRepository(slug, { visibility: 'public' }));
    const checked = preflight({ sources: new Map(open.map((one) => [one.slug, one])) });
    const result = dryRunResult({ plan: follows, preflight: checked, pending: new Set(['api']) });
    const lines = linesOf(result, { plan: follows });
    expect(lines[2]).toMatch(/^create +api -> API +private, public after the cut-over/);
    expect(lines[3]).toMatch(/^done +website -> WEBSITE +public/);
  });

  it('calls blocked what the source does not have, and leaves out a size that is not known', () => {
    const sources = new Map([['api', sourceRepository('api', { sizeBytes: null })]]);
    const result = dryRunResult({ plan, preflight: preflight({ sources }), pending });
    expect(result.repositories.map(({ action }) => action)).toEqual([
      'create',
      'blocked',
      'blocked',
    ]);
    expect(linesOf(result)[2]).toMatch(/^create +api -> API +private$/);
  });

  it('forecasts the pull requests of what is still to be done, in one line, and in detail where it is asked for', () => {
    const states = { open: 1, merged: 2, declined: 0, superseded: 0 };
    const forecast = ['api', 'website', 'old'].map((source) => ({
      source,
      facts: { ...noFacts, total: 3, states },
    }));
    const open = new Set(['api', 'old']);
    const checked = preflight({ existing: new Map([['old', existing]]) });
    const result = dryRunResult({ plan, preflight: checked, pending: open, forecast });
    expect(result.forecast?.repositories.map(({ source }) => source)).toEqual(['api']);
    const lines = linesOf(result);
    expect(lines.slice(0, 2)).toEqual([
      'Ready: 1 repository would be created. Nothing was written.',
      'Estimate: 3 pull requests with 0 comments in under a minute, up to 2m 00s if GitHub does not detect merges.',
    ]);
    const states3 = 'Pull requests  3: 1 open, 2 merged, 0 declined, 0 superseded';
    expect(lines).not.toContain(states3);
    expect(lines.at(-1)).toBe('With -v: pull requests and requests in detail.');
    expect(linesOf(result, { isVerbose: true })).toContain(states3);
    const json = JSON.parse(jsonLine(result)) as { forecast: { all: { facts: object } } };
    expect(json.forecast.all.facts).toMatchObject({ total: 3, with_comments: 0 });
  });

  it('leaves out the estimate where a problem stops every repository', () => {
    const states = { open: 1, merged: 2, declined: 0, superseded: 0 };
    const forecast = [{ source: 'api', facts: { ...noFacts, total: 3, states } }];
    const problems = [new MigratorError('credentials', 'GitHub rejected DST_TOKEN')];
    const checked = preflight({ problems });
    const result = dryRunResult({ plan, preflight: checked, pending, forecast });
    const hasEstimate = (lines: readonly string[]) =>
      lines.some((line) => line.startsWith('Estimate:'));
    expect(hasEstimate(linesOf(result, { named: null }))).toBe(false);
    expect(hasEstimate(linesOf(result, { named: new Set(['old']) }))).toBe(true);
  });

  it('says of what the importer creates that it costs no requests, and counts none that is left alone', () => {
    const checked = preflight({ existing: new Map([['old', existing]]) });
    const states = { open: 1, merged: 2, declined: 0, superseded: 0 };
    const facts = { ...noFacts, total: 3, comments: 4, states };
    const imports = ['api', 'old'].map((source) => ({ source, facts }));
    const result = dryRunResult({ plan, preflight: checked, pending, imports });
    expect(result).toMatchObject({ imported: { repositories: 1, pullRequests: 3, comments: 4 } });
    const lines = linesOf(result);
    expect(lines[3]).toMatch(/^create +api -> API .* 3 pull requests with 4 comments$/);
    expect(lines).toContain(
      "3 pull requests with 4 comments in 1 repository: through GitHub's importer, no content-creating requests, in minutes to hours.",
    );
    const none = dryRunResult({ plan, preflight: checked, pending, imports: [] });
    expect(none).not.toHaveProperty('imported');
  });

  it('says of what the importer creates where nobody has counted it, and counts no comments that are estimated', () => {
    const one = (facts: ReturnType<typeof estimatedFacts> | null) => {
      const imports = [{ source: 'api', facts }];
      return linesOf(dryRunResult({ plan, preflight: preflight(), pending, imports }));
    };
    expect(one(null).join('\n')).toContain('Pull requests of 1 repository: through GitHub');
    expect(one(estimatedFacts(3)).join('\n')).toContain(
      '\n3 pull requests in 1 repository: through',
    );
  });

  it('forecasts nothing where nothing is known', () => {
    expect(dryRunResult({ plan, preflight: preflight(), pending })).not.toHaveProperty('forecast');
  });
});

describe('a dry run of a migration that is not finished', () => {
  it('says of what an earlier run has made that it goes on', () => {
    const result = dryRunResult({
      plan,
      preflight: preflight(),
      pending: new Set(['api', 'website']),
      unfinished: new Set(['api']),
    });
    expect(result.repositories.map(({ action }) => action)).toEqual(['go-on', 'create', 'done']);
    expect(linesOf(result)[0]).toBe(
      'Ready: 1 repository would be created, and 1 resumed. Nothing was written.',
    );
  });
});
