import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

const [imported, requested] = ['payments-service-new', 'checkout-web'] as const;

describe('a plan with an engine for one repository', () => {
  let place: Workplace;
  const plan = (change: object = {}) => {
    const both = place.plan(imported, requested);
    const repositories = both.repositories.map((one) =>
      one.source === imported ? { ...one, engine: 'archive', ...change } : one,
    );
    return { ...both, repositories };
  };
  const authorsOf = (name: string) => {
    const pulls = place.sandbox.github.findRepository(`acme/${name}`)?.pulls ?? [];
    return new Set(pulls.map(({ author }) => author.kind));
  };
  beforeAll(async () => {
    place = await openWorkplace({
      ...{ source: 'bitbucket-cloud', workspace: 'sample', limits: { github: unlimitedGithub } },
    });
    Object.assign(place.sandbox.github.importer.rules, honest);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('counts requests for the others alone in its dry run', async () => {
    place.write('plan.json', plan());
    const { code, stdout, stderr } = await place.run([
      ...['migrate', '--plan', 'plan.json', '--dry-run'],
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toMatch(new RegExp(`^${imported} .*content-creating`, 'm'));
  });

  it('imports that one, and migrates the other by requests', async () => {
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(code, stderr).toBe(0);
    expect(place.sandbox.github.importer.imports).toHaveLength(1);
    expect(authorsOf(imported)).toContain('mannequin');
    expect(authorsOf(requested)).toEqual(new Set(['user']));
  });

  it('is verified as a whole, and names who was imported', async () => {
    const id = await newestMigration(place);
    const verified = await place.run(['verify', '--migration', id]);
    expect(verified.code, verified.stdout).toBe(0);
    const status = await place.run(['users', 'status', '--migration', id]);
    expect(status.code, status.stderr).toBe(0);
    const suggested = await place.run(['users', 'suggest', '--migration', id]);
    expect(suggested.code, suggested.stderr).toBe(0);
  });

  it('is synced but for what was imported, and says why', async () => {
    const id = await newestMigration(place);
    const { code, stdout, stderr } = await place.run(['sync', '--migration', id, '--json']);
    expect(code, stderr).toBe(0);
    const { repositories } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(repositories).toMatchObject([
      { source: imported, outcome: 'skipped', reason: expect.stringContaining('the importer') },
      { source: requested, outcome: 'synced' },
    ]);
  });

  it('refuses a resume with the other engine', async () => {
    place.write('plan.json', plan({ engine: 'rest' }));
    const id = await newestMigration(place);
    const { code, stderr } = await place.run([
      ...['migrate', '--plan', 'plan.json', '--reset-repo', requested, '--yes'],
    ]);
    expect(stderr).toContain(`Migration ${id} started ${imported} with the other engine`);
    expect(code).toBe(2);
  });

  it('is refused where archives go into a folder, for they would lack one', async () => {
    const mixed = plan();
    const all = mixed.repositories.map((one) => ({ ...one, engine: 'archive' }));
    for (const one of [
      { ...plan({ engine: 'rest' }), engine: 'archive' },
      { ...mixed, repositories: all },
    ]) {
      place.write('plan.json', one);
      const { code, stderr } = await place.run([
        ...['migrate', '--plan', 'plan.json', '--export', 'archives'],
      ]);
      expect(stderr).toContain('--export needs --engine archive');
      expect(code).toBe(2);
    }
  });
});
