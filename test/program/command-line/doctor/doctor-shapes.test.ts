import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.sandbox.bitbucket.addRepository({ slug: 'one' });
});
afterAll(() => place[Symbol.asyncDispose]());

const discover = () =>
  place.run(['discover', '--workspace', 'acme-workspace', '--output', 'inventory.json', '--force']);
const command = 'migrator doctor --shapes shapes.json';

async function shapesCheck() {
  const { stdout } = await place.run(['doctor', '--json']);
  const { checks } = JSON.parse(stdout) as { checks: readonly { check: string }[] };
  return checks.find(({ check }) => check === 'source-shapes');
}

describe('what a source sends other than expected', () => {
  it('is nothing of a host that answers as described', async () => {
    expect((await discover()).stderr).not.toContain(command);
    expect(await shapesCheck()).toBeUndefined();
    const { code, stdout } = await place.run(['doctor', '--shapes', '-']);
    expect([code, JSON.parse(stdout).sources]).toEqual([0, []]);
    expect(existsSync(join(place.folder, 'state', 'shapes'))).toBe(false);
  });

  it('is reported by discover and doctor in a line, with the command that writes it', async () => {
    place.sandbox.bitbucket.otherwise.add('archived-flag');
    expect((await discover()).stderr).toMatch(
      /^note {2}Bitbucket .*: migrator doctor --shapes shapes\.json$/m,
    );
    expect(await shapesCheck()).toMatchObject({
      status: 'pass',
      remedy: expect.stringContaining(command),
    });
    const written = await place.run(['doctor', '--shapes', 'shapes.json']);
    expect([written.code, written.stderr]).toEqual([0, 'Wrote shapes.json with 1 difference.\n']);
    const text = readFileSync(join(place.folder, 'shapes.json'), 'utf8');
    expect(JSON.parse(text).sources).toEqual([
      {
        source: 'bitbucket-cloud',
        notes: [
          {
            deviation: 'unknown-field',
            route: 'GET /repositories/{workspace}',
            place: 'values[]',
            sent: 'boolean',
            name: 'archived',
          },
        ],
      },
    ]);
  });

  it('keeps an existing file unless --force is given', async () => {
    const again = await place.run(['doctor', '--shapes', 'shapes.json']);
    expect([again.code, again.stderr]).toEqual([3, expect.stringMatching('already exists')]);
    const forced = await place.run(['doctor', '--shapes', 'shapes.json', '--force', '--json']);
    expect(JSON.parse(forced.stdout)).toEqual({
      type: 'file-written',
      path: 'shapes.json',
      notes: 1,
    });
  });
});
