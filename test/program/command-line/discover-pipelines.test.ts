import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPipelines, addSchedule } from '../../helpers/pipelines/add-pipelines.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  for (const slug of ['web', 'api', 'odd']) await place.sandbox.bitbucket.addRepository({ slug });
  addPipelines(place, 'web');
  addPipelines(place, 'odd', 'pipelines: [\n');
  addSchedule(place, 'web', '0 0 12 * * ? *');
});

afterAll(() => place[Symbol.asyncDispose]());

describe('discover --include-pipelines', () => {
  it('writes the grades of each pipeline file into the inventory', async () => {
    const command = ['discover', '--workspace', 'acme-workspace', '--include-pipelines'];
    const { code, stderr } = await place.run([...command, '--output', 'inventory.json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { repositories } = JSON.parse(readFileSync(join(place.folder, 'inventory.json'), 'utf8'));
    const found = new Map(
      repositories.map((one: { slug: string; pipelines: unknown }) => [one.slug, one.pipelines]),
    );
    expect(found.get('web')).toMatchObject({
      ...{ workflows: 3, changed: 1, lost: 0 },
      schedules: [{ cron: '0 0 12 * * ? *', branch: 'main', kind: 'default' }],
      findings: [{ grade: 'changed', line: 11, message: expect.stringContaining('reviewer') }],
    });
    expect(found.get('api')).toBeNull();
    expect(found.get('odd')).toMatchObject({ refusal: expect.stringContaining('not valid YAML') });
  });

  it('gives a plan whose dry run shows what becomes of them', async () => {
    const planning = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
    const plan = await place.run([...planning, '--include', 'web', '--output', 'plan.json']);
    expect(plan.stderr).toMatch(/Pipelines +1 file to 3 workflows: /);
    const dry = await place.run(['migrate', '--plan', 'plan.json', '--dry-run', '-v']);
    expect({ code: dry.code, stderr: dry.stderr }).toMatchObject({ code: 0 });
    expect(dry.stdout).toMatch(/Pipelines +1 file to 3 workflows: \d+ exact, 1 changed, 0 lost\n/);
    expect(dry.stdout).toContain('web, line 11: A reviewer of the environment production');
  });
});
