import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEntryIntents } from '../../../src/core/vault/entries/entry-intents.ts';
import {
  type PipelineRecord,
  pipelineRecords,
} from '../../../src/core/vault/pipelines/pipeline-record.ts';
import { failureOf } from '../network/support/failure.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrator-full-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Linux has a file on a disk without space. */
describe.skipIf(!existsSync('/dev/full'))('on a full disk', () => {
  it('intents of entries fail as every other writer does', async () => {
    const place = ['https://vault.example', 'secret', 'acme'];
    const file = `entries-${hash('sha256', place.join('\n')).slice(0, 32)}.txt`;
    await mkdir(join(folder, 'vault'));
    await symlink('/dev/full', join(folder, 'vault', file));
    const intents = await openEntryIntents({ folder, place, clock: { now: () => 0 } });
    expect(await failureOf(intents.begin(['acme/workspace/KEY']))).toMatchObject({
      code: 'disk-full',
      retry: 'fatal',
    });
  });

  it('records of pipelines do, too', async () => {
    const record: PipelineRecord = {
      version: 1,
      id: '0123456789ab',
      at: 0,
      process: { pid: 1, hostname: 'here' },
      source: { host: 'bitbucket.example', workspace: 'acme', slug: 'web' },
      branch: 'migrator/vault-0123456789ab',
      variables: [],
      vault: { address: 'https://vault.example', namespace: null, policy: null, accessor: null },
    };
    const records = join(folder, 'vault', 'pipelines');
    await mkdir(records, { recursive: true });
    await symlink('/dev/full', join(records, `${record.id}.json.tmp`));
    expect(await failureOf(pipelineRecords(folder).save(record))).toMatchObject({
      code: 'disk-full',
      retry: 'fatal',
    });
    expect(await pipelineRecords(folder).list()).toEqual([]);
  });
});
