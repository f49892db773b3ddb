import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.sandbox.bitbucket.addRepository({ slug: 'web' });
  place.write('inventory.json', {
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    repositories: [{ name: 'web' }],
  });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

describe('plan', () => {
  it.each(['a/b', ' ', 'acme corp', '..'])('takes no target called %j', async (name) => {
    const args = ['plan', '--inventory', 'inventory.json', '--output', 'plan.json'];
    const { code, stderr } = await place.run([...args, '--target-org', name]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--target-org must be the name of an organization or account, not "`);
    expect(existsSync(join(place.folder, 'plan.json'))).toBe(false);
  });
});

describe('discover', () => {
  const discover = (...args: string[]) =>
    place.run(['discover', '--workspace', 'acme-workspace', '--output', 'found.json', ...args]);

  it('warns about a project without repositories, as Bitbucket shows a missing one', async () => {
    const { code, stderr } = await discover('--project', 'nope');
    expect(code).toBe(0);
    expect(stderr).toContain(
      "warning  No repositories found in project nope in acme-workspace. Check that this is the project's key",
    );
  });

  it('does not warn where something was found', async () => {
    expect((await discover()).stderr).not.toContain('warning');
  });
});
