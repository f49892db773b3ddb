import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPipelines, somePipelines } from '../../helpers/pipelines/add-pipelines.ts';
import { everyNoon, withPipelines } from '../../helpers/pipelines/pipelines-plan.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addPullRequests(place, 'web');
  addPipelines(place, 'web');
  place.write('plan.json', withPipelines(place.plan('web'), [everyNoon]));
});

afterAll(() => place[Symbol.asyncDispose]());

function pulls() {
  return place.sandbox.github.findRepository('acme/web')?.pulls ?? [];
}

function onTarget(...args: readonly string[]): string {
  return git(targetOf(place, 'web'), ...args);
}

async function verify(...more: readonly string[]) {
  const id = await newestMigration(place);
  return place.run(['verify', '--migration', id, ...more]);
}

describe('migrate with pipelines in its plan', () => {
  it('opens one pull request with workflows behind all others', async () => {
    const { code, stderr, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    const last = pulls().at(-1);
    expect(last).toMatchObject({
      title: 'Add workflows converted from Bitbucket Pipelines',
      state: 'open',
      head: { ref: 'migrator/pipelines' },
      base: { ref: 'main' },
    });
    expect(pulls().filter(({ head }) => head.ref === 'migrator/pipelines')).toHaveLength(1);
    expect(last?.number).toBe(pulls().length);
  });

  it('adds workflows in one commit, and leaves the default branch and the file alone', () => {
    const changed = onTarget('diff', '--name-status', 'main', 'migrator/pipelines');
    expect(changed.trim().split('\n')).toEqual([
      'A\t.github/workflows/branch-main.yml',
      'A\t.github/workflows/default.yml',
      'A\t.github/workflows/schedule-default.yml',
    ]);
    expect(onTarget('show', 'migrator/pipelines:.github/workflows/schedule-default.yml')).toContain(
      'cron: 0 12 * * *',
    );
    expect(onTarget('show', 'migrator/pipelines:bitbucket-pipelines.yml')).toBe(somePipelines);
    expect(onTarget('rev-parse', 'migrator/pipelines^')).toBe(onTarget('rev-parse', 'main'));
  });

  it('describes each changed construct with its line in both files', () => {
    const body = pulls().at(-1)?.body ?? '';
    expect(body).toContain('### Changed: GitHub does this differently');
    expect(body).toMatch(/Line 11 → `\.github\/workflows\/branch-main\.yml` line \d+: A reviewer/);
    expect(body).toContain(
      '### Create these secrets or variables before you merge\n\n- `NPM_TOKEN`',
    );
  });

  it('runs no workflow before people have looked at them', () => {
    const switches = place.sandbox.requests.filter(({ method, path }) => {
      const isPull = method === 'POST' && path.endsWith('/pulls');
      return isPull || (method === 'PUT' && path.endsWith('/actions/permissions'));
    });
    expect(switches.at(-1)?.path).toMatch(/actions\/permissions$/);
    expect(switches.at(-2)?.path).toMatch(/pulls$/);
  });

  it('is shown by the embedded GitHub', async () => {
    const { DST_GIT_URL } = place.sandbox.environment;
    const page = await fetch(`${DST_GIT_URL}/acme/web/pull/${pulls().length}`);
    const text = await page.text();
    expect(text).toContain('Add workflows converted from Bitbucket Pipelines');
    expect(text).toContain('branch-main.yml');
  });

  it('stands in the report with its grades and findings', async () => {
    expect(await verify('--output', 'report.html')).toMatchObject({ code: 0 });
    const { stdout } = await verify('--json');
    const [repository] = JSON.parse(stdout).repositories;
    expect(repository.pipelines).toMatchObject({
      ...{ action: 'convert', pull_request: pulls().length, changed: 1, lost: 0 },
      findings: [{ grade: 'changed', line: 11 }],
    });
    const page = readFileSync(join(place.folder, 'report.html'), 'utf8');
    expect(page).toContain(`pull request #${pulls().length}</a>`);
    expect(page).toContain('Line 11');
  });

  it('verifies, and opens nothing on a second run', async () => {
    const { code, stdout, stderr } = await verify();
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    const before = pulls().length;
    await place.run(['migrate', '--plan', 'plan.json']);
    const id = await newestMigration(place);
    expect((await place.run(['settings', '--migration', id])).code).toBe(0);
    expect(pulls()).toHaveLength(before);
  });
});
