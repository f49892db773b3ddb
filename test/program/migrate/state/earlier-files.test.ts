import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';
import { pullRequestsOf } from '../../../helpers/repositories/pull-request-fixture.ts';
import {
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../../helpers/repositories/pull-request-place.ts';

/**
 * Files of a run with an earlier version: discovery, plan, manifest, and a migration of web, two and three that was stopped after web
 * and its pull requests had arrived.
 */
const earlier = fileURLToPath(new URL('../../../fixtures/earlier/', import.meta.url));
const id = 'mig_mws83nbvi9iz';

let place: PullRequestPlace;
beforeEach(async () => {
  place = await openPullRequestPlace();
  await place.addRepository(pullRequestsOf(place.history));
  for (const slug of ['two', 'three'])
    await hostCopy(place.sandbox.bitbucket, { slug, from: makeRepository(place.folder, slug) });
  cpSync(earlier, place.folder, { recursive: true });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('files that an earlier version has written', () => {
  it('show the migration with its repositories, steps and pull requests', async () => {
    const { code, stdout } = await place.run(['status', '--migration', id, '--json']);
    expect(code).toBe(0);
    const { repositories, ...migration } = JSON.parse(stdout);
    expect(migration).toMatchObject({ migration: id, status: 'paused' });
    const states = repositories.map((one: { source: string; status: string }) => [
      one.source,
      one.status,
    ]);
    expect(states).toEqual([
      ['web', 'succeeded'],
      ['two', 'pending'],
      ['three', 'pending'],
    ]);
    const shown = await place.run(['status', '--migration', id, '--repository', 'web', '--json']);
    expect(JSON.parse(shown.stdout).pull_requests).toHaveLength(6);
  });

  it('resume the migration where it stopped', async () => {
    const { code, stdout } = await place.run(['migrate', '--resume', id]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    const { bitbucket, github } = place.sandbox;
    expect(github.repositories.map(({ name }) => name).sort()).toEqual(['three', 'two']);
    for (const slug of ['two', 'three'])
      expect(refsOf(github.gitDirectory(`acme/${slug}`))).toBe(
        refsOf(bitbucket.gitDirectory(slug)),
      );
    const { stdout: after } = await place.run(['status', '--migration', id, '--json']);
    expect(JSON.parse(after)).toMatchObject({ status: 'completed' });
  });

  it('are a plan, an inventory and a manifest that commands still read', async () => {
    const plan = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
    const planned = await place.run(plan);
    expect(planned.code).toBe(0);
    expect(JSON.parse(planned.stdout).repositories).toHaveLength(3);
    expect((await place.run(['migrate', '--plan', 'planned.json', '--dry-run'])).code).toBe(0);
    const manifest = ['secrets', 'manifest', '--inventory', 'inventory.json'];
    expect((await place.run(manifest)).stdout).toContain('API_KEY');
    const merged = [...manifest, '--output', 'secrets.yaml', '--merge'];
    const { code, stderr } = await place.run(merged);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('0 secrets added'),
    });
  });
});
