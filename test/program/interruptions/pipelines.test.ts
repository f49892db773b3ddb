import { describe, expect, it } from 'vitest';
import { addPipelines, manyManualSteps } from '../../helpers/pipelines/add-pipelines.ts';
import { withPipelines } from '../../helpers/pipelines/pipelines-plan.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

async function openPlace(): Promise<Workplace> {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, 'web');
  addPipelines(place, 'web', manyManualSteps);
  place.write('plan.json', withPipelines(place.plan('web')));
  return place;
}

function pulls(place: Workplace) {
  return place.sandbox.github.findRepository('acme/web')?.pulls ?? [];
}

/** Bodies of its comments, in their order. */
function comments(place: Workplace): readonly string[] {
  return pulls(place)[0]?.comments.map(({ body }) => body) ?? [];
}

const isOfRequest = ({ method, target }: { method: string; target: string }) =>
  method === 'POST' && /\/(pulls|comments|git-receive-pack)$/.test(target);

describe('the pull request with workflows', () => {
  it('is opened once, with each comment once, by runs that are killed at every write', async () => {
    await using place = await openPlace();
    const struck = new Set<string>();
    for (let run = 1; run <= 12; run += 1) {
      const running = place.start(run === 1 ? migrate : ['migrate', '--resume', 'last']);
      place.sandbox.faults.decide((request) => {
        if (!request.host.startsWith('github') || !isOfRequest(request)) return null;
        const which = `${request.target} ${pulls(place).length} ${comments(place).length}`;
        if (struck.has(which)) return null;
        struck.add(which);
        // It has arrived, and nobody hears of it.
        return { kind: 'lost-answer', onDone: () => running.child.kill('SIGKILL') };
      });
      const { code } = await running.ended;
      if (code === 0) break;
    }
    place.sandbox.faults.clear();
    expect(struck.size).toBeGreaterThanOrEqual(4);
    expect(pulls(place)).toHaveLength(1);
    const bodies = comments(place);
    expect(bodies.length).toBeGreaterThanOrEqual(1);
    expect(new Set(bodies).size).toBe(bodies.length);
    const id = await newestMigration(place);
    const { code, stdout } = await place.run(['verify', '--migration', id]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  it('is found again where the answers to it and its comments are lost', async () => {
    await using place = await openPlace();
    const struck = new Set<string>();
    place.sandbox.faults.decide((request) => {
      if (request.host !== 'github' || !isOfRequest(request)) return null;
      const which = `${request.target} ${comments(place).length}`;
      if (struck.has(which) || request.target.endsWith('git-receive-pack')) return null;
      struck.add(which);
      return { kind: 'lost-answer' };
    });
    const { code, stderr } = await place.run(migrate);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(struck.size).toBeGreaterThanOrEqual(2);
    expect(pulls(place)).toHaveLength(1);
    expect(new Set(comments(place)).size).toBe(comments(place).length);
  });
});
