import { describe, expect, it } from 'vitest';
import type { RunEvent, TimedEvent } from '../../../src/core/ports/events.ts';
import { linesOf, type Verbosity } from '../../../src/core/report/lines.ts';
import { at, ended, failed, finished, noon, started } from './events.ts';

const verbosities: readonly Verbosity[] = [0, 1, 2, 3];
const progress = { done: 3, total: 12, unit: 'objects', what: 'receiving objects' } as const;

interface Case {
  readonly event: TimedEvent;
  /** The line, and the verbosity from which it is shown; `null`: never. */
  readonly line: string | null;
  readonly from?: Verbosity;
}

const cases: Record<RunEvent['type'], readonly Case[]> = {
  'run-started': [
    {
      event: started('api', 'web'),
      line: 'mig_000000000001  2 repositories from acme-workspace to acme, 2 workers',
    },
    {
      event: { ...started('api'), workers: 1, resumed: true } as TimedEvent,
      line: 'mig_000000000001  1 repository from acme-workspace to acme, 1 worker, resumed',
    },
  ],
  'preflight-started': [
    {
      event: at({ type: 'preflight-started', checks: ['programs'] }),
      line: 'Checking both hosts and this machine; nothing is written yet ...',
    },
  ],
  'preflight-note': [
    {
      event: at({ type: 'preflight-note', message: 'acme has 1 webhook\u001b[2J' }),
      line: 'note     acme has 1 webhook\\u001b[2J',
    },
  ],
  'preflight-finished': [
    { event: at({ type: 'preflight-finished', problems: [] }), line: 'All checks passed.' },
    {
      event: at({
        type: 'preflight-finished',
        problems: [{ code: 'not-found', message: 'm', hint: null, retry: 'no', detail: null }],
      }),
      line: null,
    },
  ],
  'repository-started': [
    {
      event: at({ type: 'repository-started', repository: 'api', target: 'API' }),
      line: 'api: started, as API',
      from: 1,
    },
    {
      event: at({
        type: 'repository-started',
        repository: 'api',
        target: 'API',
        process: { pid: 42, hostname: 'east\u001b[2J' },
      }),
      line: 'api: started, as API, by process 42 on east\\u001b[2J',
      from: 1,
    },
  ],
  processes: [
    { event: at({ type: 'processes', working: 3 }), line: '3 processes at work on this migration' },
    { event: at({ type: 'processes', working: 1 }), line: '1 process at work on this migration' },
  ],
  'step-started': [
    {
      event: at({ type: 'step-started', repository: 'api', step: 'fetch' }),
      line: 'api: fetch ...',
      from: 2,
    },
  ],
  'step-progress': [
    {
      event: at({ type: 'step-progress', repository: 'api', step: 'fetch', progress }),
      line: 'api: fetch receiving objects: 3 of 12 objects',
      from: 3,
    },
    {
      event: at({
        type: 'step-progress',
        repository: 'api',
        step: 'fetch',
        progress: { ...progress, total: null },
      }),
      line: 'api: fetch receiving objects: 3 objects',
      from: 3,
    },
  ],
  'step-finished': [
    {
      event: at({
        type: 'step-finished',
        repository: 'api',
        step: 'lfs',
        outcome: 'skipped',
        summary: 'no LFS objects',
      }),
      line: 'api: lfs: no LFS objects',
      from: 1,
    },
  ],
  'repository-warning': [
    {
      event: at({ type: 'repository-warning', repository: 'api', message: '5 objects are lost' }),
      line: 'warning  api: 5 objects are lost',
    },
  ],
  'repository-finished': [
    { event: finished('api'), line: 'done     api  3 refs, 1.5s' },
    { event: finished('api', { refs: 0 }), line: 'done     api  empty, 1.5s' },
    {
      event: finished('api', { target: 'API', refs: 1, lfsObjects: 2 }),
      line: 'done     api -> API  1 ref, 2 LFS objects, 1.5s',
    },
    {
      event: finished('api', { outcome: 'skipped', refs: null, reason: 'it is there' }),
      line: 'skipped  api  it is there',
    },
    { event: failed('api'), line: 'failed   api  acme/api was refused' },
  ],
  waiting: [
    {
      event: at({
        type: 'waiting',
        repository: 'api',
        host: 'api.github.com',
        reason: 'the rate limit is exceeded',
        until: noon + 125_000,
      }),
      line: 'waiting  api: 2m 05s for api.github.com: the rate limit is exceeded',
    },
    {
      event: at({
        type: 'waiting',
        repository: null,
        host: 'api.github.com',
        reason: 'r',
        until: noon,
      }),
      line: 'waiting  0.0s for api.github.com: r',
    },
  ],
  'run-held': [
    { event: at({ type: 'run-held', held: true }), line: 'Paused: no new step starts.' },
    { event: at({ type: 'run-held', held: false }), line: 'Resumed.' },
  ],
  'repository-queued': [
    { event: at({ type: 'repository-queued', repository: 'api' }), line: 'again    api' },
  ],
  'discovery-progress': [
    {
      event: at({ type: 'discovery-progress', found: 100, total: 250 }),
      line: '100 of 250 repositories found',
    },
    {
      event: at({ type: 'discovery-progress', found: 100, total: null }),
      line: '100 repositories found',
    },
    {
      event: at({ type: 'discovery-progress', found: 1, total: null }),
      line: '1 repository found',
    },
  ],
  'deep-look-planned': [
    {
      event: at({
        type: 'deep-look-planned',
        repositories: 40,
        known: 0,
        pullRequests: null,
        requests: 80,
        accuracy: 'at-least',
      }),
      line: 'at least 80 more requests of the 1,000 Bitbucket allows per hour.',
    },
    {
      event: at({
        type: 'deep-look-planned',
        repositories: 40,
        known: 0,
        pullRequests: 90_000,
        requests: 3400,
        accuracy: 'about',
      }),
      line: '90,000 pull requests: about 3,400 more requests, about 3.4 hours at 1,000 per hour.',
    },
    {
      event: at({
        type: 'deep-look-planned',
        repositories: 1,
        known: 0,
        pullRequests: 7,
        requests: 0,
        accuracy: 'exact',
      }),
      line: '7 pull requests: 0 more requests.',
    },
  ],
  'deep-look-progress': [
    {
      event: at({
        type: 'deep-look-progress',
        looked: 3,
        repositories: 40,
        pullRequests: 1200,
        conversations: null,
      }),
      line: '3 of 40 repositories scanned: 1,200 pull requests',
    },
    {
      event: at({
        type: 'deep-look-progress',
        looked: 3,
        repositories: 40,
        pullRequests: 1,
        conversations: { read: 0, total: 1 },
      }),
      line: '3 of 40 repositories scanned: 1 pull request, 0 of 1 conversations read',
    },
  ],
  'secret-look-planned': [
    {
      event: at({
        type: 'secret-look-planned',
        repositories: 40,
        known: 0,
        requests: 81,
        accuracy: 'at-least',
      }),
      line: 'Names of pipeline variables: at least 81 more requests of the 1,000 Bitbucket allows per hour, and one for each deployment environment.',
    },
    {
      event: at({
        type: 'secret-look-planned',
        repositories: 1000,
        known: 0,
        requests: 2500,
        accuracy: 'exact',
      }),
      line: 'Names of pipeline variables: 2,500 more requests, about 2.5 hours at 1,000 per hour.',
    },
  ],
  'secret-look-progress': [
    {
      event: at({ type: 'secret-look-progress', looked: 3, repositories: 40, names: 1200 }),
      line: '3 of 40 repositories scanned: 1,200 names of variables',
    },
  ],
  'settings-scan-planned': [
    {
      event: at({
        type: 'settings-scan-planned',
        repositories: 1000,
        known: 0,
        requests: 10_003,
        perRepository: 10,
      }),
      line: 'Settings of 1,000 repositories: at least 10,003 more requests (10 for each, 3 shared), about 10.0 hours at 1,000 per hour.',
    },
  ],
  'settings-scan-progress': [
    {
      event: at({ type: 'settings-scan-progress', scanned: 3, repositories: 40 }),
      line: '3 of 40 repositories scanned',
    },
  ],
  'scaffold-planned': [
    {
      event: at({
        type: 'scaffold-planned',
        repositories: 500,
        secrets: 10_000,
        requests: 11_000,
        writes: 10_000,
        isLimited: true,
      }),
      line: '10,000 secrets of 500 repositories: at most 11,000 requests to the target, 10,000 of them write, about 2.2 hours at its rate limit.',
    },
    {
      event: at({
        type: 'scaffold-planned',
        repositories: 1,
        secrets: 2,
        requests: 4,
        writes: 2,
        isLimited: true,
      }),
      line: '2 secrets of 1 repository: at most 4 requests to the target, 2 of them write.',
    },
  ],
  'scaffold-progress': [
    {
      event: at({ type: 'scaffold-progress', done: 10, total: 500, made: 200, isLook: false }),
      line: '10 of 500 repositories done: 200 secrets created',
    },
    {
      event: at({ type: 'scaffold-progress', done: 10, total: 500, made: 0, isLook: true }),
      line: '10 of 500 repositories done',
    },
  ],
  log: [
    { event: at({ type: 'log', level: 'error', message: 'e' }), line: 'error    e' },
    { event: at({ type: 'log', level: 'warn', message: 'w' }), line: 'warn     w' },
    { event: at({ type: 'log', level: 'info', message: 'i' }), line: 'info     i', from: 1 },
    {
      event: at({
        type: 'log',
        level: 'debug',
        message: 'GET',
        fields: { status: 200, path: '/a' },
      }),
      line: 'debug    GET  status=200  path=/a',
      from: 2,
    },
    { event: at({ type: 'log', level: 'trace', message: 't' }), line: 'trace    t', from: 3 },
  ],
  'run-finished': [{ event: ended({ succeeded: 1, skipped: 0, failed: 0 }), line: null }],
};

describe('linesOf', () => {
  describe.each(Object.entries(cases))('an event %s', (_type, ofType) => {
    it.each(ofType.map((one) => [one.line ?? 'no line', one] as const))(
      'is shown as %s',
      (_line, { event, line, from = 0 }) => {
        for (const verbosity of verbosities) {
          const isShown = line !== null && verbosity >= from;
          const lines = linesOf(event, { color: false, verbosity });
          expect(lines, `at verbosity ${verbosity}`).toEqual(isShown ? [line] : []);
        }
      },
    );

    it('says the same with colours as without', () => {
      for (const { event } of ofType) {
        for (const verbosity of verbosities) {
          const colored = linesOf(event, { color: true, verbosity });
          const stripped = colored.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''));
          expect(stripped).toEqual(linesOf(event, { color: false, verbosity }));
        }
      }
    });
  });

  it.each([
    [started('api'), 1],
    [finished('api'), 32],
    [at({ type: 'repository-warning', repository: 'api', message: 'm' }), 33],
    [failed('api'), 31],
  ])('colours what matters by its role, and ends every colour', (event, code) => {
    const [line = ''] = linesOf(event, { color: true, verbosity: 0 });
    expect(line).toContain(`\u001b[${code}m`);
    const codes = [...line.matchAll(/\u001b\[(\d+)m/g)].map((match) => Number(match[1]));
    const off = codes.filter((one) => one === 22 || one === 39);
    expect(off).toHaveLength(codes.length / 2);
  });

  it('cuts a log line that a thousand refs made long', () => {
    const fields = { refs: Array.from({ length: 1000 }, (_, index) => `refs/heads/${index}`) };
    const event = at({ type: 'log', level: 'warn', message: 'git push', fields });
    const [line = ''] = linesOf(event, { color: false, verbosity: 0 });
    expect(line.length).toBeLessThan(420);
    expect(line).toMatch(/ \.\.\.$/);
  });
});
