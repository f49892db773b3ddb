import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { at, ended, failed, finished, noon, started } from '../events.ts';
import type { LineCase } from './line-case.ts';

const progress = { done: 3, total: 12, unit: 'objects', what: 'receiving objects' } as const;

/** Cases that report a run of a migration, and the entries of its log. */
export const runCases = {
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
    {
      event: at({ type: 'preflight-started', checks: ['programs'], mayHaveWritten: true }),
      line: 'Checking both hosts and this machine ...',
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
    { event: at({ type: 'processes', working: 3 }), line: '3 processes working on this migration' },
    { event: at({ type: 'processes', working: 1 }), line: '1 process working on this migration' },
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
      line: 'api: push LFS: no LFS objects',
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
      line: 'waiting  api: 2m 05s for GitHub: the rate limit is exceeded',
    },
    {
      event: at({
        type: 'waiting',
        repository: null,
        host: 'api.github.com',
        reason: 'r',
        until: noon,
      }),
      line: 'waiting  0.0s for GitHub: r',
    },
  ],
  'run-held': [
    { event: at({ type: 'run-held', held: true }), line: 'Paused: no new steps start.' },
    { event: at({ type: 'run-held', held: false }), line: 'Resumed.' },
  ],
  'repository-queued': [
    { event: at({ type: 'repository-queued', repository: 'api' }), line: 'again    api' },
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
} as const satisfies Readonly<Record<string, readonly LineCase[]>>;
