import { describe, expect, it } from 'vitest';
import { sourceTraits } from '../../../src/core/ports/records/source-traits.ts';
import { sources } from '../../helpers/sources.ts';
import { openCutoverPlace } from '../cutover/cutover-place.ts';

describe.each(sources)('the cost of a rollback to %s', (source) => {
  it('is named before anything is written, and covers what is then sent', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two'], 'web');
    expect((await place.cutover()).code).toBe(0);
    const rollback = (...args: readonly string[]) =>
      place.run(['rollback', '--migration', place.migration, ...args], place.credentials);
    const dry = await rollback('--dry-run');
    expect(dry.stdout).toMatch(/^About \d+ requests to Bitbucket[.,]/m);
    expect(dry.stdout).toMatch(/^About \d+ requests to GitHub[.,]/m);
    expect(dry.stdout).toContain('Expected: about 1 minute.');
    const { stdout } = await rollback('--dry-run', '--json');
    const { source_requests, target_requests, ...check } = JSON.parse(stdout);
    expect(check).toMatchObject({ minutes: 1, waits_minutes: 0 });
    const before = place.sandbox.requests.length;
    const done = await rollback('--yes');
    expect({ ...done }).toMatchObject({ code: 0 });
    const requests = place.sandbox.requests.slice(before);
    const renaming = requests.findIndex(({ method }) => method === 'PATCH');
    const later = requests.slice(renaming);
    const toSource = later.filter(
      ({ host, path }) => host === 'bitbucket' && !path.includes('.git/'),
    );
    expect(toSource).toHaveLength(source_requests.expected);
    expect(source_requests.expected).toBe(3 * sourceTraits[source].requestsToUnlock);
    const toTarget = later.filter(({ host }) => host === 'github').length;
    expect(toTarget).toBeLessThanOrEqual(target_requests.expected);
    expect(toTarget).toBeGreaterThan(target_requests.expected / 2);
  });

  it('leaves out Bitbucket where nothing is locked', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    const flags = ['--migration', place.migration, '--without-cutover'];
    const dry = await place.run(['rollback', ...flags, '--dry-run'], place.credentials);
    expect(dry.stdout).not.toContain('to Bitbucket');
    expect(dry.stdout).toContain('to GitHub');
    const done = await place.run(['rollback', ...flags, '--yes'], place.credentials);
    expect({ ...done }).toMatchObject({ code: 0 });
    expect(done.stderr).not.toMatch(/^Unlock/m);
  });
});
