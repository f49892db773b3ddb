import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent, TimedEvent } from '../../../src/core/ports/records/events.ts';
import { type StepName, stepNames } from '../../../src/core/ports/records/migration.ts';
import { at, failed, finished, noon, started } from '../../core/report/events.ts';
import { dashboard, shown, step } from './dashboard-of-events.ts';

const ended = (repository: string, name: StepName, outcome: 'done' | 'skipped' = 'done') =>
  at({ type: 'step-finished', repository, step: name, outcome, summary: '' } as RunEvent, 1000);

const through = (repository: string, ...names: readonly StepName[]): readonly TimedEvent[] =>
  names.flatMap((name) => [step(repository, name), ended(repository, name)]);

const begun = (repository: string) =>
  at({ type: 'repository-started', repository, target: repository });

const pulls = (repository: string, done: number) =>
  at({
    type: 'step-progress',
    repository,
    step: 'pull-requests',
    progress: { done, total: 17, unit: 'pull requests', what: 'writing' },
  } as RunEvent);

/** The rows of these repositories, without the space at their ends. */
function rows(events: readonly TimedEvent[], width: number, names: RegExp): readonly string[] {
  const lines = shown(dashboard(events, noon + 60_000), width, 30);
  return lines.filter((text) => names.test(text)).map((text) => text.replace(/ {2,}/g, '  '));
}

describe('the lanes of a wide dashboard', () => {
  it('show how far each repository is, from left to right', () => {
    const events = [
      started('api', 'web'),
      begun('api'),
      ...through('api', 'fetch', 'inspect'),
      step('api', 'fetch-lfs'),
      ended('api', 'fetch-lfs', 'skipped'),
      ...through('api', 'create'),
      step('api', 'lfs'),
      ended('api', 'lfs', 'skipped'),
      ...through('api', 'push'),
      step('api', 'pull-requests'),
      pulls('api', 9),
    ];
    expect(rows(events, 119, /Repositories|api {2}|web {2}/)).toEqual([
      'Repositories  fetch  LFS  create  push  PRs  settings  verify  time',
      '❯ ⠋ api  ✓  –  ✓  ✓  9/17  ·  ·  1m 00s',
      '  ∙ web  queued',
    ]);
  });

  it('take for done what comes before, where an earlier run has gone through it', () => {
    const [row = ''] = rows([started('api'), begun('api'), step('api', 'verify')], 119, /api {2}/);
    expect(row).toContain('✓  ✓  ✓  ✓  ✓  ✓  ⠋');
  });

  it('give way to the reason of a failure, which comes first', () => {
    const events = [started('api', 'old'), begun('api'), step('api', 'fetch'), failed('old')];
    expect(rows(events, 119, /[⠋✗] (api|old) {2}(?!acme)/)).toEqual([
      expect.stringMatching(/^❯ ✗ old {2}failed {2}acme\/api was refused/),
      expect.stringMatching(/^ {2}⠋ api {2}⠋ {2}· {2}· {2}·/),
    ]);
  });

  it('wait where their repository waits, and only there', () => {
    const wait = { host: 'api.github.com', reason: 'limit of 9 points', until: noon + 100_000 };
    const events = [
      ...[started('api'), begun('api'), ...through('api', 'fetch', 'inspect')],
      ...[step('api', 'fetch-lfs'), ended('api', 'fetch-lfs', 'skipped'), step('api', 'create')],
      at({ type: 'waiting', repository: 'api', ...wait } as RunEvent),
    ];
    const [row] = rows(events, 139, /api {2}/);
    expect(row).toBe('❯ ◷ api  ✓  –  ◷  ·  ·  ·  ·  waits for GitHub, 40s  1m 00s');
    const [short] = rows(events, 119, /api {2}/);
    expect(short).toBe('❯ ◷ api  ✓  –  ◷  ·  ·  ·  ·  waits 40s  1m 00s');
  });

  it('say behind them what fits whole: an address, or how large what is queued is', () => {
    const repositories = [
      { source: 'api', target: 'api' },
      { source: 'web', target: 'web', sizeBytes: 92_000 },
    ];
    const sized = { ...started(), repositories } as TimedEvent;
    const webUrl = 'https://github.com/acme/api-of-a-long-name';
    const events = [sized, begun('api'), finished('api', { webUrl })];
    const wide = rows(events, 149, /✓ api|∙ web/).join('\n');
    expect(wide).toContain('  github.com/acme/api-of-a-long-name  ');
    const narrow = shown(dashboard(events, noon + 60_000), 119, 30);
    const done = narrow.find((text) => text.includes('✓ api')) ?? '';
    expect(done).not.toContain('github');
    const head = narrow.find((text) => text.startsWith('Repositories')) ?? '';
    const queued = narrow.find((text) => text.includes('∙ web')) ?? '';
    expect(queued.indexOf('queued')).toBe(head.indexOf('fetch'));
    expect(queued.indexOf('92 kB')).toBe(head.indexOf('verify') + 'verify  '.length);
  });

  it('are not shown where there is no room for them', () => {
    const [head = ''] = rows([started('api')], 100, /Repositories/);
    expect(head).toBe('Repositories');
  });

  it('have causes of failures above them, whole and with their fix', () => {
    const lines = shown(dashboard([started('api', 'old'), failed('old')]), 119, 40);
    const at = lines.findIndex((text) => text.startsWith('✗ old'));
    expect(lines[at]).toMatch(/^✗ old {2}acme\/api was refused/);
    expect(at).toBeLessThan(lines.findIndex((text) => text.startsWith('Repositories')));
  });

  it('fit whatever happens', () => {
    const events = fc.array(
      fc.oneof(
        fc.constantFrom(...stepNames).map((name) => step('api', name)),
        fc.constantFrom(...stepNames).map((name) => ended('api', name)),
        fc.nat(10_000).map((done) => pulls('api', done)),
        fc.constant(finished('api')),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(events, fc.integer({ min: 60, max: 300 }), (news, width) => {
        const state = dashboard([started('api', 'web'), begun('api'), ...news]);
        for (const text of shown(state, width, 30)) expect(text.length).toBeLessThanOrEqual(width);
      }),
    );
  });
});
