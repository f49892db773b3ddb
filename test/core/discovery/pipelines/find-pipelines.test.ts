import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPipelines } from '../../../../src/core/discovery/pipelines/find-pipelines.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import { createHandClock } from '../../clocks.ts';
import { sourceRepository } from '../../source-repository.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'migrator-pipelines-')), 'discovery');
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
});

async function find(
  readTextFile: (slug: string, path: string, ref: string) => string | null,
  {
    secrets = {},
    listSchedules = null,
    drain = new AbortController().signal,
  }: {
    secrets?: object | null;
    listSchedules?: SourceHost['listSchedules'];
    drain?: AbortSignal;
  } = {},
) {
  const read: string[] = [];
  const said: string[] = [];
  const source = {
    hostname: 'bitbucket.example.com',
    secrets,
    listSchedules,
    async readTextFile({ slug, path, ref }: { slug: string; path: string; ref: string }) {
      const isUsual = path === 'bitbucket-pipelines.yml' && slugs.includes(slug);
      read.push(isUsual ? slug : `${slug}:${ref}:${path}`);
      return readTextFile(slug, path, ref);
    },
  };
  const found = findPipelines({
    source: source as unknown as SourceHost,
    workspace: 'acme',
    repositories: slugs.map((slug) => sourceRepository(slug)),
    ...{ folder, fresh: false, clock: createHandClock(), drain },
    signal: new AbortController().signal,
    say: (line) => said.push(line),
  });
  return {
    read,
    said,
    ...(await found.then(
      (done) => done,
      (error) => ({ error, facts: new Map() }),
    )),
  };
}

const slugs = ['a', 'b', 'c'];
const file = 'image: node:22\npipelines: {default: [{step: {script: [make]}}]}';

describe('findPipelines', () => {
  it('says that a host has no pipelines, and reads nothing', async () => {
    const { read, said, facts } = await find(() => null, { secrets: null });
    expect(read).toEqual([]);
    expect([...facts]).toEqual([]);
    expect(said.join()).toContain('bitbucket.example.com has no pipelines');
  });

  it('keeps the schedules of each file, and grades them', async () => {
    const schedule = {
      cron: '0 0 12 * * ? *',
      enabled: true,
      branch: 'gone',
      kind: 'default',
    } as const;
    const { facts } = await find((slug) => (slug === 'a' ? file : null), {
      listSchedules: async () => [{ ...schedule, name: '' }],
    });
    expect(facts.get('a')?.pipelines).toMatchObject({
      schedules: [schedule],
      lost: 0,
      findings: [{ grade: 'lost', message: expect.stringContaining('runs on gone') }],
    });
    expect(facts.get('b')?.pipelines).toBeNull();
  });

  it('converts files without their schedules where the credentials show none, and says so once', async () => {
    const { facts, said } = await find(() => file, {
      async listSchedules() {
        throw new MigratorError('permission', '403', { hint: 'Add the pipeline scope.' });
      },
    });
    expect(facts.get('c')?.pipelines).toMatchObject({ workflows: 1 });
    expect(said).toEqual(['warning  Schedules are not converted: Add the pipeline scope.']);
  });

  it('reads each imported file once, and those of the same repository on its default branch', async () => {
    const importing = [
      'definitions: {imports: {shared: "shared:v1", own: ci/own.yml}}',
      'pipelines: {custom: {x: {import: x@shared}, y: {import: x@own}}}',
    ].join('\n');
    const exported = (name: string) =>
      `export: true\nimage: node:22\ndefinitions: {pipelines: {${name}: [{step: {script: [make]}}]}}`;
    const { facts, read } = await find((slug, path) => {
      if (slug === 'shared' || path === 'ci/own.yml') return exported('x');
      return slug === 'c' ? null : importing;
    });
    expect([...read].sort()).toEqual([
      'a',
      'a:main:ci/own.yml',
      'b',
      'b:main:ci/own.yml',
      'c',
      'shared:v1:bitbucket-pipelines.yml',
    ]);
    expect(facts.get('b')?.pipelines).toMatchObject({ workflows: 2, lost: 0 });
  });

  it('names the file of an import that the credentials may not read', async () => {
    const importing = 'pipelines: {default: {import: "shared:main:x"}}';
    const { facts } = await find((slug) => {
      if (slug === 'shared') throw new MigratorError('permission', '403', { hint: null });
      return importing;
    });
    expect(facts.get('a')?.pipelines).toMatchObject({
      lost: 1,
      findings: [
        { line: 1, message: expect.stringMatching(/shared, main, which the token cannot read$/) },
      ],
    });
  });

  it('continues an interrupted scan where it ended', async () => {
    const stop = new AbortController();
    const first = await find(
      (slug) => {
        if (slug === 'b') stop.abort();
        return file;
      },
      { drain: stop.signal },
    );
    expect(first).toMatchObject({ error: { code: 'interrupted' } });
    const second = await find(() => null);
    expect([...first.read, ...second.read].sort()).toEqual(['a', 'b', 'c']);
    expect(second.facts.get('a')?.pipelines).toMatchObject({ workflows: 1, exact: 5, lost: 0 });
  });
});
