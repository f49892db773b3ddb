import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSandbox } from '../../../src/core/commands/sandbox/handler.ts';
import { createFollower } from '../../helpers/hints/follow.ts';
import { createProgramHere } from '../../helpers/program/run-here.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { startEmptyHosts } from '../../helpers/servers/start-hosts.ts';

let place: Workplace;
const { follow, followText, expectAll } = createFollower(() => place);

beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'web');
  place.sandbox.bitbucket.addVariable({ repository: 'web' }, { key: 'TOKEN', value: 'one' });
  rmSync(join(place.folder, 'plan.json'));
});
afterAll(() => place[Symbol.asyncDispose]());

/** Describes what the sandbox prints once its hosts run. */
async function sandboxText(): Promise<string> {
  const environment = { PATH: process.env.PATH };
  const drain = AbortSignal.abort();
  const { program, written } = createProgramHere({ environment, temporaryFolder: tmpdir(), drain });
  const kinds = { source: undefined, proxy: undefined, target: undefined };
  const flags = { json: true, repository: [], ...kinds };
  await runSandbox({ flags, program, startHosts: startEmptyHosts });
  return written.stderr;
}

const tokenOf = (options: { repository?: string } = {}) => ({
  SRC_USERNAME: undefined,
  SRC_API_TOKEN: undefined,
  SRC_ACCESS_TOKEN: place.sandbox.bitbucket.credentials.addAccessToken(options),
});

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of the sandbox, one after the other', async () => {
    expect(await followText(await sandboxText())).toHaveLength(11);
  });

  it('of a file in the place of another, and of one that lacks its source', async () => {
    const written = { '<file>': 'inventory.json', '<organization>': 'acme' };
    const remove = (name: string) => () => rmSync(join(place.folder, name));
    const migrate = ['migrate', '--plan', 'inventory.json'];
    const mend = remove('plan.json');
    expect(await follow(migrate, { mend, values: written })).toHaveLength(1);
    const plan = ['plan', '--target-org', 'acme', '--inventory'];
    const values = { '<workspace>': place.sandbox.workspace, '<file>': 'new-inventory.json' };
    const found = await follow([...plan, 'plan.json'], { mend: remove('inventory.json'), values });
    expect(found).toHaveLength(1);
    place.write('bare.json', { version: 1, repositories: [{ name: 'web', slug: 'web' }] });
    expect(await follow([...plan, 'bare.json'], { values })).toHaveLength(1);
  });

  it('of a doctor that needs a plan', async () => {
    const values = { '<file>': 'plan.json', '<workspace>': place.sandbox.workspace };
    const settings = 'doctor --settings --plan plan.json';
    const mend = () => {
      for (const name of ['shapes.json', 'inventory.json'])
        rmSync(join(place.folder, name), { force: true });
    };
    expect(await follow(['doctor', '--settings'], { values, mend })).toContain(settings);
    const found = await follow(['doctor'], { environment: tokenOf(), values, mend });
    expect(found).toContain('doctor --plan plan.json');
  });

  it('of a token that reads only one project', async () => {
    const { workspace, bitbucket } = place.sandbox;
    const discover = ['discover', '--workspace', workspace];
    const key = bitbucket.findRepository('web')?.project.key ?? '';
    const values = { '<workspace>': workspace, '<key>': key };
    const environment = tokenOf({ repository: 'web' });
    expect(await follow(discover, { environment, values })).toEqual([
      `discover --workspace ${workspace} --project ${key}`,
    ]);
  });

  it('are all that hints of hosts name', () => expectAll('hosts'));
});
