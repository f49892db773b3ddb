import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudBehaviors } from '../../../sandbox/bitbucket/otherwise/cloud-behaviors.ts';
import { dataCenterBehaviors } from '../../../sandbox/bitbucket-data-center/other-behaviors.ts';
import { hostsOf } from '../../../src/core/app/hosts.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { Redactor } from '../../../src/core/kernel/redact.ts';
import type { SourceHost } from '../../../src/core/ports/source-host.ts';
import { createTestServices, type TestServices } from '../../core/network/support/client.ts';
import { makeRepository, openGitClient } from '../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../sandbox/helpers/sandbox.ts';

/**
 * Each way in which a Bitbucket may behave otherwise, alone and in random pairs: what is read is the same as ever, or what
 * differs is noted, or it is refused with the reason. Nothing is lost in silence.
 */

const hosts = [
  ['bitbucket-cloud', Object.keys(cloudBehaviors)],
  ['bitbucket-data-center', Object.keys(dataCenterBehaviors)],
] as const;

describe.each(hosts)('another behavior of %s', (kind, names) => {
  let sandbox: TestSandbox;
  let services: TestServices;
  let usual: unknown;

  beforeAll(async () => {
    sandbox = await openSandbox({ source: kind, limits: { bitbucket: 'none' } });
    services = await createTestServices();
    await fill(sandbox);
    usual = (await readWith([])).read;
  });

  afterAll(async () => {
    await services[Symbol.asyncDispose]();
    await sandbox.close();
  });

  async function readWith(on: readonly string[]) {
    const switched: Set<string> =
      sandbox.dataCenter?.rules.otherwise ?? sandbox.bitbucket.otherwise;
    for (const name of on) switched.add(name);
    const notes: string[] = [];
    const { source } = hostsOf({
      variables: sandbox.environment,
      services,
      redactor: new Redactor(),
      writeJournal: { identify() {} },
      openNotes: () => ({ note: ({ deviation, place }) => notes.push(`${deviation} ${place}`) }),
    });
    const read = await readAll(source(), sandbox.workspace).catch((error: unknown) => error);
    switched.clear();
    return { notes, read };
  }

  async function expectNothingLost(on: readonly string[]): Promise<void> {
    const { notes, read } = await readWith(on);
    expect(JSON.stringify(read)).not.toContain('canary-value');
    if (read instanceof Error) {
      expect(read).toBeInstanceOf(MigratorError);
      expect((read as MigratorError).hint).not.toBe('');
    } else if (notes.length === 0) {
      expect(read, on.join(' and ')).toEqual(usual);
    }
  }

  it('is none as the sandbox comes', async () => {
    expect((await readWith([])).notes).toEqual([]);
  });

  it.each(names)('%s loses nothing in silence', (name) => expectNothingLost([name]));

  it('loses nothing in silence beside another', async () => {
    const pairs = fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 2 });
    await fc.assert(fc.asyncProperty(pairs, expectNothingLost), { numRuns: 12, seed: 19 });
  });
});

async function fill({ bitbucket }: TestSandbox): Promise<void> {
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
  await bitbucket.addRepository({ slug: 'web', from });
  const mergeCommit = await client.must(['rev-parse', 'HEAD'], { cwd: from });
  const author = bitbucket.addPerson({ name: 'Jane Roe' });
  for (const state of ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'] as const) {
    bitbucket.addPullRequest('web', {
      state,
      mergeCommit: state === 'MERGED' ? mergeCommit : null,
      source: { branch: 'main' },
      participants: [{ person: author, state: 'approved', on: new Date('2024-01-01T00:00:00Z') }],
      conversation: {
        comments: [
          { text: 'Why?', author, replies: [{ text: 'So.', replies: [{ text: 'Oh.' }] }] },
        ],
        tasks: [{ text: 'Ask' }],
      },
    });
  }
  bitbucket.addVariable({ repository: 'web' }, { key: 'TOKEN', value: 'canary-value' });
}

/** Reads what a migration reads, without what counts and numbers it. */
async function readAll(source: SourceHost, workspace: string): Promise<unknown> {
  await source.verifyCredentials({ workspace, forPullRequests: true });
  const repositories: unknown[] = [];
  for await (const page of source.listRepositories({ workspace })) {
    repositories.push(...page.repositories, ...page.unparsed);
  }
  const name = { workspace, slug: 'web' };
  const pullRequests: unknown[] = [];
  for await (const page of source.pullRequests.list(name)) {
    for (const { revision: _, commentCount, mergeCommit, ...row } of page.pullRequests) {
      const { number } = row;
      const talk = await source.pullRequests.conversation({ ...name, number, commentCount });
      // As a migration takes it.
      const merge = mergeCommit ?? talk.closing?.mergeCommit ?? null;
      pullRequests.push({ ...row, merge, talk });
    }
  }
  const variables = await source.secrets?.repository(name);
  return { repositories, pullRequests, variables };
}
