import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGitClient } from '../helpers/git.ts';
import { askGithub } from '../helpers/rest.ts';
import { openSandbox } from '../helpers/sandbox.ts';
import { makeWork, push, type Side } from './side.ts';

describe('the embedded GitHub', () => {
  let side: Side;
  const tokens = { robin: '', jane: '', joe: '' };
  const as = (who: keyof typeof tokens) => ({ username: 'x', password: tokens[who] });
  const everywhere = { ref_name: { include: ['~ALL'], exclude: [] } };
  const rule = (name: string, rules: readonly object[], include: string) => ({
    name,
    enforcement: 'active',
    conditions: { ref_name: { include: [include], exclude: [] } },
    rules,
  });

  beforeAll(async () => {
    const sandbox = await openSandbox({ limits: { github: { pushesPerMinute: 1000 } } });
    const client = await openGitClient(null);
    const work = await makeWork(client);
    const { github } = sandbox;
    for (const login of ['jane', 'joe']) {
      github.addUser({ login });
      github.setMembership('acme', login, { role: 'member', state: 'active' });
      tokens[login as 'jane' | 'joe'] = github.tokens.add({ login });
    }
    tokens.robin = sandbox.environment.DST_TOKEN;
    await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web', private: true });
    for (const login of ['jane', 'joe']) github.addCollaborator('acme/web', login, 'write');
    const team = github.addTeam({ organization: 'acme', slug: 'core', members: ['jane'] });
    side = { sandbox, client, work, url: `${sandbox.environment.DST_GIT_URL}/acme/web.git` };
    await push(side, as('robin'), ['main', 'older:old', 'topic:gone']);
    const bypass_actors = [{ actor_id: team.id, actor_type: 'Team', bypass_mode: 'always' }];
    const restricted = [{ type: 'update' }, { type: 'creation' }, { type: 'deletion' }];
    for (const body of [
      { ...rule('main', restricted, 'refs/heads/main'), bypass_actors },
      rule('no force', [{ type: 'non_fast_forward' }], 'refs/heads/old'),
      rule('no deletion', [{ type: 'deletion' }], 'refs/heads/gone'),
      rule('linear', [{ type: 'required_linear_history' }], 'refs/heads/line'),
    ]) {
      const made = await askGithub(sandbox, 'POST', '/repos/acme/web/rulesets', body);
      expect(made.status).toBe(201);
    }
  });
  afterAll(async () => {
    await side.client[Symbol.asyncDispose]();
    await side.sandbox.close();
  });

  it('declines a push that a ruleset forbids, in the words of the host', async () => {
    const refused = await push(side, as('joe'), ['topic:main']);
    expect(refused.stderr).toContain(
      'GH013: Repository rule violations found for refs/heads/main.',
    );
    expect(refused.stderr).toContain('- Cannot update this protected ref.');
    expect(refused.stderr).toContain('push declined due to repository rule violations');
    expect((await push(side, as('robin'), ['topic:main'])).code).not.toBe(0);
    expect((await push(side, as('jane'), ['topic:main'])).code).toBe(0);
  });

  it('declines what drops commits, deletes, or brings merges along', async () => {
    expect((await push(side, as('joe'), ['main:old'])).code).toBe(0);
    expect((await push(side, as('joe'), ['+older:old'])).stderr).toContain('Cannot force-push');
    expect((await push(side, as('joe'), [':gone'])).stderr).toContain(
      'Cannot delete this protected ref',
    );
    const { client, work } = side;
    await client.must(['checkout', '--quiet', '-b', 'merged', 'main'], { cwd: work });
    await client.must(['commit', '--quiet', '--allow-empty', '-m', 'aside'], { cwd: work });
    await client.must(['merge', '--quiet', '--no-ff', '-m', 'merge', 'topic'], { cwd: work });
    expect((await push(side, as('joe'), ['topic:line'])).code).toBe(0);
    expect((await push(side, as('joe'), ['merged:line'])).stderr).toContain('merge commits');
    expect((await push(side, as('joe'), ['merged'])).code).toBe(0);
  });

  it('merges by request only what has its reviews, from whom may', async () => {
    const { sandbox } = side;
    await push(side, as('robin'), ['older:base', 'topic:feature']);
    const parameters = {
      ...{ dismiss_stale_reviews_on_push: true, require_code_owner_review: false },
      ...{ require_last_push_approval: false, required_approving_review_count: 1 },
      required_review_thread_resolution: true,
    };
    const rules = [{ type: 'pull_request', parameters }];
    await askGithub(
      sandbox,
      'POST',
      '/repos/acme/web/rulesets',
      rule('pr', rules, 'refs/heads/base'),
    );
    expect((await push(side, as('joe'), ['topic:base'])).stderr).toContain(
      'through a pull request',
    );
    const pull = { title: 'Feature', head: 'feature', base: 'base' };
    const { body } = await askGithub(sandbox, 'POST', '/repos/acme/web/pulls', pull);
    const at = `/repos/acme/web/pulls/${String(body.number)}`;
    const merge = () => askGithub(sandbox, 'PUT', `${at}/merge`, {}, { token: tokens.joe });
    const refused = await merge();
    expect(refused.status).toBe(405);
    expect(refused.body.message).toContain('At least 1 approving review is required');
    const approval = { event: 'APPROVE' };
    const approved = await askGithub(sandbox, 'POST', `${at}/reviews`, approval, {
      token: tokens.jane,
    });
    expect(approved.status).toBe(200);
    expect((await merge()).status).toBe(200);
  });

  it('holds rulesets of the organization, too', async () => {
    const body = {
      ...rule('tags', [{ type: 'creation' }], '~ALL'),
      target: 'tag',
      conditions: { ...everywhere, repository_name: { include: ['w*'], exclude: [] } },
    };
    expect((await askGithub(side.sandbox, 'POST', '/orgs/acme/rulesets', body)).status).toBe(201);
    expect((await push(side, as('joe'), ['older:refs/tags/v1'])).stderr).toContain(
      'creations being restricted',
    );
  });
});
