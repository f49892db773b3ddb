import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, openGitClient } from '../../sandbox/helpers/git.ts';
import { askGithub, type RestAnswer } from '../../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../../sandbox/helpers/sandbox.ts';
import { readDescription as readAnswers } from '../descriptions/answers-description.ts';
import { readDescription as readRequests } from '../descriptions/requests-description.ts';
import { accessSteps } from './github-steps/access-steps.ts';
import { repositorySteps } from './github-steps/repository-steps.ts';
import { rulesetSteps } from './github-steps/ruleset-steps.ts';
import { repository, type Step, web } from './github-steps/step.ts';

/** Every request that sets something on the embedded GitHub, and its answer, held against GitHub's own descriptions. */

const targets = [
  { target: 'github.com', name: 'api.github.com' },
  { target: 'enterprise-server', name: 'ghes-3.19' },
] as const;

/** In this order: each may need what the ones before have created. */
const steps: readonly Step[] = [
  ...accessSteps,
  ...rulesetSteps,
  ...repositorySteps,
  { route: 'DELETE /orgs/{org}/teams/{team_slug}', path: '/orgs/acme/teams/core', status: 204 },
];

describe.each(targets)('settings of $name', ({ target, name }) => {
  const answers = readAnswers(name);
  const requests = readRequests(name);
  let sandbox: TestSandbox;
  let kept: unknown;

  beforeAll(async () => {
    sandbox = await openSandbox({ target });
    const { github } = sandbox;
    github.addUser({ login: 'jane' });
    github.addUser({ login: 'outsider' });
    github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web', private: true });
    await using client = await openGitClient({
      username: 'x',
      password: sandbox.environment.DST_TOKEN,
    });
    const directory = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
    const url = `${sandbox.environment.DST_GIT_URL}/acme/web.git`;
    await client.must(['push', url, 'main'], { cwd: directory });
  });
  afterAll(() => sandbox.close());

  /** A request that both descriptions know, with an answer that they know. */
  async function take(step: Step): Promise<RestAnswer> {
    const path = step.path.replace(':id', String(kept));
    const text =
      step.body === undefined ? '' : JSON.stringify(step.body).replace('":id"', String(kept));
    const method = step.route.split(' ')[0] ?? '';
    requests.check({ method, url: path, headers: {}, body: text });
    const body = text === '' ? undefined : JSON.parse(text);
    return askGithub(sandbox, method, path, body);
  }

  it('are asked and answered as described, one after the other', async () => {
    const known = steps.filter(({ dotComOnly }) => dotComOnly !== true || target === 'github.com');
    for (const step of known) {
      const answer = await take(step);
      expect([step.route, answer.status, answer.status === step.status ? '' : answer.text]).toEqual(
        [step.route, step.status, ''],
      );
      if (step.status === 422 && step.route.endsWith('/rulesets')) {
        // Recorded answers have sentences here, where the description has objects.
        expect(answer.body.errors).toEqual(['Name must be unique']);
      } else {
        answers.expectAsDescribed(step.route, answer);
      }
      if (step.keepsId) kept = answer.body.id;
    }
  });

  it(`${target === 'github.com' ? 'invite' : 'take'} people from outside`, async () => {
    const path = `${web}/collaborators/outsider`;
    const answer = await askGithub(sandbox, 'PUT', path, { permission: 'pull' });
    expect(answer.status).toBe(target === 'github.com' ? 201 : 204);
    answers.expectAsDescribed(`PUT ${repository}/collaborators/{username}`, answer);
  });
});
