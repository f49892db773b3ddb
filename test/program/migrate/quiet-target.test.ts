import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { makePullRequestHistory } from '../../helpers/repositories/pull-request-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function addRepository(files: Readonly<Record<string, string>> = {}): Promise<void> {
  const { bitbucket } = place.sandbox;
  const { folder } = makePullRequestHistory(place.folder, 'fixture', files);
  await hostCopy(bitbucket, { slug: 'web', from: folder });
  for (const branch of ['topic', 'forked']) {
    bitbucket.addPullRequest('web', { title: branch, source: { branch } });
  }
  bitbucket.addPullRequest('web', { state: 'DECLINED', source: { branch: 'declined' } });
  place.write('plan.json', place.plan('web'));
}

function makeNoise(): { readonly DST_TOKEN: string } {
  const { github, organization } = place.sandbox;
  const active = { events: ['pull_request'], active: true };
  github.addHook(organization, { ...active, url: 'https://ci.example/canary' });
  github.addHook(organization, { ...active, url: 'https://chat.example/canary' });
  github.addRuleset(organization, { name: 'Reviews', target: 'branch', enforcement: 'active' });
  const scopes = ['repo', 'workflow', 'admin:org', 'admin:org_hook'];
  return { DST_TOKEN: github.tokens.add({ scopes }) };
}

const migrate = ['migrate', '--plan', 'plan.json'];

describe('before pull requests are opened', () => {
  it('names webhooks and rulesets of the organization, in lines and in JSON', async () => {
    await addRepository();
    const owner = makeNoise();
    const { code, stderr } = await place.run([...migrate, '--dry-run'], owner);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^note +acme has 2 webhooks \(ci\.example, chat\.example\): they will receive/m,
    );
    expect(stderr).toMatch(/^note +acme has 1 ruleset for branches \(Reviews\): it may block/m);
    expect(stderr).not.toContain('canary');
    const json = await place.run([...migrate, '--json'], owner);
    expect(json.code).toBe(0);
    const notes = json.stdout.split('\n').filter((line) => line.includes('"preflight-note"'));
    expect(notes.filter((line) => line.includes('acme'))).toHaveLength(2);
  });

  it('says nothing where the token may not see them, and none of it without pull requests', async () => {
    await addRepository();
    const owner = makeNoise();
    const member = { DST_TOKEN: place.sandbox.github.tokens.add({ scopes: ['repo', 'workflow'] }) };
    const unseen = await place.run([...migrate, '--dry-run'], member);
    expect(unseen.code).toBe(0);
    expect(unseen.stderr).not.toMatch(/^note +acme/m);
    const before = place.sandbox.requests.length;
    const without = await place.run([...migrate, '--dry-run', '--no-pull-requests'], owner);
    expect(without.stderr).not.toContain('note');
    const asked = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => /hooks|rulesets/.test(path))).toEqual([]);
  });

  it('warns once of code owners whom the target asks for reviews of open ones', async () => {
    await addRepository({ '.github/CODEOWNERS': '* @robin-keller\n' });
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('code owners'))).toEqual([
      'warning  web: GitHub asks code owners to review 2 migrated pull requests',
    ]);
  });
});
