import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSyncPlace, type SyncPlace } from '../sync-place.ts';

let place: SyncPlace;
beforeAll(async () => {
  place = await openSyncPlace(['one', 'two']);
});
afterAll(() => place[Symbol.asyncDispose]());

const variable = (name: string) => ({ key: name, value: `value-of-${name}` });

describe('a sync with --include-secrets', () => {
  it('reports names that the source got, and neither those that it had nor any value', async () => {
    const { bitbucket } = place.sandbox;
    bitbucket.addVariable({ repository: 'one' }, variable('OLD'));
    const first = await place.sync('--include-secrets');
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain(
      'secrets (1 name recorded for the first time; the next sync reports changes)',
    );
    bitbucket.addVariable({ repository: 'one' }, variable('NEW_KEY'));
    bitbucket.addVariable({ repository: 'two', environment: 'Production' }, variable('PIN'));
    const { code, stdout } = await place.sync('--include-secrets');
    expect(code).toBe(0);
    expect(stdout).toContain('secret NEW_KEY (new on Bitbucket; add it to the manifest)');
    expect(stdout).toContain('secret Production/PIN (new on Bitbucket');
    expect(stdout).not.toContain('OLD');
    expect(stdout).not.toContain('value-of');
    expect((await place.sync('--include-secrets')).stdout).toContain('2 unchanged');
  });

  it('asks for no name without it', async () => {
    const before = place.sandbox.requests.length;
    await place.sync();
    const asked = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => /pipelines_config|environments/.test(path))).toEqual([]);
  });
});
