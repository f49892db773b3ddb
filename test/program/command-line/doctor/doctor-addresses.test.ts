import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../../helpers/program/workplace.ts';

describe('doctor --addresses', () => {
  it('lists every host that a migration then contacts', async () => {
    await using place = await openWorkplace({ workspace: 'sample' });
    const { code, stdout } = await place.run(['doctor', '--addresses', '--json']);
    expect(code).toBe(0);
    const { addresses } = JSON.parse(stdout) as {
      addresses: readonly { host: string | null; port: number }[];
    };
    const listed = new Set(addresses.map(({ host, port }) => `${host}:${port}`));
    place.write('plan.json', place.plan('release-tools'));
    const logged = ['-vvv', '--log-file', 'run.log'];
    const ended = await place.run(['migrate', '--plan', 'plan.json', ...logged]);
    expect(ended.code, ended.stderr).toBe(0);
    const contacted = readFileSync(join(place.folder, 'run.log'), 'utf8').match(
      /127\.0\.0\.1:\d+/g,
    );
    expect(contacted?.length).toBeGreaterThan(10);
    for (const host of new Set(contacted)) expect(listed).toContain(host);
    expect((await place.run(['doctor', '--addresses'])).stdout).toMatch(/^\S+:\d+ +http +\S/m);
  });
});
