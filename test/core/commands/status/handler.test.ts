import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showStatus } from '../../../../src/core/commands/status/handler.ts';
import { createSqliteStore } from '../../../../src/core/state/sqlite/sqlite-store.ts';
import { createProgramHere } from '../../../helpers/program/run-here.ts';
import { failure } from '../../report/events.ts';

const id = 'mig_000000000001';
const createdAt = new Date(2026, 10, 22, 14, 5).getTime();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-status-'));
  const { program } = createProgramHere(place());
  const store = createSqliteStore({ ...program, stateFolder: folder });
  await store.createMigration(
    {
      ...{ id, planDigest: 'digest', planText: '{"version":1}', settings: '{}' },
      source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
      target: { organization: 'acme' },
      ...{ status: 'pending', createdAt, updatedAt: createdAt },
    },
    ['web', 'api', 'docs'].map((source) => ({ source, target: source })),
  );
  const writer = await store.acquire(id, { pid: process.pid, hostname: 'here' });
  await writer.saveRepository('web', { status: 'succeeded', refs: 12 });
  const message = 'Push rejected: main is protected';
  const hint = `Allow force pushes on acme/api, then run: migrator migrate --resume ${id}`;
  await writer.saveRepository('api', { status: 'failed', failure: failure({ message, hint }) });
  await writer.setStatus('completed_with_failures');
  await writer.release();
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place() {
  return { environment: { MIGRATOR_STATE_DIR: folder }, temporaryFolder: tmpdir() };
}

async function show(flags: { migration?: string; json?: boolean }, columns: number | null) {
  const { program, written } = createProgramHere(place());
  const { stdout } = program;
  const output = { ...stdout, write: (text: string) => stdout.write(text), columns };
  const given = { list: false, migration: undefined, json: false, config: undefined, ...flags };
  await showStatus({ flags: given, program: { ...program, stdout: output } });
  return written.stdout.split('\n');
}

describe('showStatus', () => {
  it('lists all migrations without flags, with local dates and words for people', async () => {
    expect(await show({}, null)).toEqual([
      `${id}  completed with failures  2026-11-22 14:05  acme-workspace -> acme  33%  1 of 3 done, 1 failed, 1 queued`,
      '',
    ]);
  });

  it('wraps by words where the terminal is narrow', async () => {
    for (const columns of [40, 60, 80, 120]) {
      const lines = [...(await show({}, columns)), ...(await show({ migration: id }, columns))];
      for (const line of lines) {
        if (!line.includes('migrator migrate')) expect(line.length).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('says of each repository what it came to, and how to continue', async () => {
    expect(await show({ migration: id }, 80)).toEqual([
      `${id}  completed with failures`,
      'from      acme-workspace -> acme',
      'started   2026-11-22 14:05',
      'progress  33%, 1 of 3 done, 1 failed, 1 queued',
      expect.stringMatching(/^last run {2}\d/),
      '',
      'Failures',
      'failed  api: Push rejected: main is protected',
      '   Allow force pushes on acme/api, then run:',
      `     migrator migrate --resume ${id}`,
      '',
      'Repositories',
      'done    web   12 refs',
      'failed  api   Push rejected: main is protected',
      'queued  docs',
      '',
      `Resume:  migrator migrate --resume ${id}`,
      '',
    ]);
  });

  it('keeps stored words and ISO dates in JSON', async () => {
    const [line = ''] = await show({ json: true }, 80);
    expect(JSON.parse(line)).toMatchObject({
      migrations: [
        {
          status: 'completed_with_failures',
          created_at: new Date(createdAt).toISOString(),
          counts: { succeeded: 1, failed: 1, pending: 1 },
        },
      ],
    });
  });
});

describe('showStatus of a migration that follows its source', () => {
  it('says in the list and alone that it waits for its cut-over', async () => {
    const closed = mkdtempSync(join(folder, 'closed-'));
    const { program, written } = createProgramHere({
      ...place(),
      environment: { MIGRATOR_STATE_DIR: closed },
    });
    const store = createSqliteStore({ ...program, stateFolder: closed });
    await store.createMigration(
      {
        ...{ id, planDigest: 'digest', planText: '{"version":1}', settings: '{"follow":true}' },
        source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
        target: { organization: 'acme' },
        ...{ status: 'completed', createdAt, updatedAt: createdAt },
      },
      [{ source: 'web', target: 'web' }],
    );
    const given = { list: false, json: false, config: undefined };
    await showStatus({ flags: { ...given, migration: undefined }, program });
    await showStatus({ flags: { ...given, migration: id }, program });
    expect(written.stdout.match(/completed, waits for its cut-over/g)).toHaveLength(2);
    expect(written.stdout).toContain(`Next: migrator cutover --migration ${id} --dry-run`);

    const writer = await store.acquire(id, { pid: process.pid, hostname: 'here' });
    await writer.recordIntents('web', 'source-lock', ['before']);
    await writer.release();
    await store.close();
    await showStatus({ flags: { ...given, migration: undefined }, program });
    expect(written.stdout).toMatch(/cut-over: 1 of 1 locked since \d{4}-\d\d-\d\d \d\d:\d\d {2}/);
    await showStatus({ flags: { ...given, migration: undefined, json: true }, program });
    const line = written.stdout.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      migrations: [{ stage: 'locked', targets: { locked: 1 }, locked_since: expect.any(String) }],
    });
  });
});

describe('showStatus of a migration that runs', () => {
  it('says by what it is limited', async () => {
    const running = mkdtempSync(join(tmpdir(), 'migrator-running-'));
    const here = { environment: { MIGRATOR_STATE_DIR: running }, temporaryFolder: tmpdir() };
    const { program, written } = createProgramHere(here);
    const store = createSqliteStore({ ...program, stateFolder: running });
    const given = { list: false, migration: id, json: false, config: undefined };
    try {
      const names = ['web', 'api', 'docs'].map((source) => ({ source, target: source }));
      const source = { kind: 'bitbucket-cloud', workspace: 'acme-workspace' } as const;
      const target = { organization: 'acme' };
      await store.createMigration(
        {
          ...{ id, planDigest: 'digest', planText: '{"version":1}', settings: '{}' },
          ...{ source, target, status: 'pending', createdAt, updatedAt: createdAt },
        },
        names,
      );
      const { pid, hostname } = program;
      const writer = await store.acquire(id, { pid, hostname });
      await writer.setStatus('running');
      await writer.appendEvent({
        ...{ type: 'run-started', migration: id, source, target, repositories: names },
        ...{ workers: 2, resumed: false, at: createdAt },
      });
      for (const name of ['web', 'api']) {
        await writer.saveRepository(name, { status: 'running', startedAt: createdAt });
        await writer.saveStep(name, {
          name: 'fetch',
          status: 'running',
          summary: null,
          data: null,
        });
      }
      await showStatus({ flags: given, program });
      await showStatus({ flags: { ...given, json: true }, program });
      expect(written.stdout).toMatch(/^limited by +git, 2 at a time$/m);
      expect(written.stdout).toContain('"limited_by":"git, 2 at a time"');
    } finally {
      await store.close();
      rmSync(running, { recursive: true, force: true });
    }
  });
});
