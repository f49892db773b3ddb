import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPipelines } from '../../helpers/pipelines/add-pipelines.ts';
import { withPipelines } from '../../helpers/pipelines/pipelines-plan.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addPullRequests(place, 'web');
  addPipelines(place, 'web');
  place.write('plan.json', withPipelines(place.plan('web')));
});

afterAll(() => place[Symbol.asyncDispose]());

function workflowRequests() {
  const pulls = place.sandbox.github.findRepository('acme/web')?.pulls ?? [];
  return pulls.filter(({ head }) => head.ref === 'migrator/pipelines');
}

const withToken = (scopes: readonly string[]) => ({
  DST_TOKEN: place.sandbox.github.tokens.add({ scopes, isFineGrained: true }),
});

describe('migrate with a fine-grained token', () => {
  it('migrates all but the workflows without the permission, and names them', async () => {
    const limited = withToken(['repo', 'admin:org']);
    const { code, stderr, stdout } = await place.run(['migrate', '--plan', 'plan.json'], limited);
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    expect(stderr).toContain('Contents, Pull requests and Workflows (read and write)');
    expect(stdout).toContain('1 done, 0 skipped, 0 failed');
    expect(stdout).toMatch(/To do by hand \(1\)\n.*the token cannot push the workflow file/);
    expect(workflowRequests()).toEqual([]);
    expect(
      (await place.run(['settings', '--migration', await newestMigration(place)], limited)).stdout,
    ).toContain('Workflows (write)');
  });

  it('opens the pull request once the token has the permission', async () => {
    const allowed = withToken(['repo', 'admin:org', 'workflow']);
    const id = await newestMigration(place);
    const { code, stderr, stdout } = await place.run(['settings', '--migration', id], allowed);
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    expect(workflowRequests()).toHaveLength(1);
  });
});
