import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  const from = makeRepository(place.folder, 'one');
  await hostCopy(place.sandbox.bitbucket, { slug: 'one', from });
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const discover = () => ['discover', '--workspace', place.sandbox.workspace];
const state = (name: string) => join(place.folder, 'state', name);

describe('the limits of a host', () => {
  it('hold for every process that uses the state folder, even when the one that met them was killed', async () => {
    place.sandbox.faults.add({
      host: 'bitbucket',
      times: 1,
      action: { kind: 'status', status: 429, headers: { 'retry-after': '3000' } },
    });
    const first = place.start(discover());
    await first.until('waiting');
    first.child.kill('SIGKILL');
    await first.ended;
    const sent = place.sandbox.requests.length;
    const others = [place.start(discover()), place.start(discover())];
    for (const other of others) {
      await other.until(/waiting {2}(49|50)m .* the rate limit is exceeded/);
      other.child.kill('SIGINT');
      expect((await other.ended).code).toBe(130);
    }
    expect(place.sandbox.requests).toHaveLength(sent);
  });

  it('are kept without a record where none can be written, which is said once', async () => {
    const { code, stdout, stderr } = await place.run(discover(), {
      MIGRATOR_STATE_DIR: '/dev/null/state',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('"one"');
    expect(stderr.match(/Cannot record recent requests in \/dev\/null\/state/g)).toHaveLength(1);
  });

  it('are kept with a new record where the old one is damaged', async () => {
    await place.run(discover());
    writeFileSync(state('pace-1.sqlite'), 'no database');
    const { code, stderr } = await place.run(discover());
    expect(code).toBe(0);
    expect(stderr).not.toContain('Cannot record');
    expect(readdirSync(join(place.folder, 'state'))).toEqual(['pace-2.sqlite']);
  });

  it('need no record in commands that ask no host', async () => {
    place.write(
      'inventory.json',
      (await place.run(discover(), { MIGRATOR_STATE_DIR: place.folder })).stdout,
    );
    const planning = ['plan', '--inventory', 'inventory.json', '--target-org', 'acme'];
    expect((await place.run(planning)).code).toBe(0);
    expect((await place.run(['status', '--list'])).code).toBe(0);
    expect(existsSync(state('pace-1.sqlite'))).toBe(false);
  });
});
