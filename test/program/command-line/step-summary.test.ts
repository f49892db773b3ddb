import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';

describe('GITHUB_STEP_SUMMARY', () => {
  it('gets what each command came to, and what kept one from its result', async () => {
    await using place = await openWorkplace({ workspace: 'sample' });
    const file = join(place.folder, 'summary.md');
    const environment = { GITHUB_STEP_SUMMARY: file };
    place.write('plan.json', place.plan('release-tools'));
    place.write('wrong.json', '{}');
    const plain = await place.run(['migrate', '--plan', 'plan.json', '--dry-run']);
    const dryRun = await place.run(['migrate', '--plan', 'plan.json', '--dry-run'], environment);
    expect(dryRun).toEqual(plain);
    expect((await place.run(['migrate', '--plan', 'wrong.json'], environment)).code).toBe(3);
    expect((await place.run(['migrate', '--plan', 'plan.json'], environment)).code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text.match(/^### .*$/gm)).toEqual([
      '### ✅ migrator migrate: done',
      '### ❌ migrator migrate: exit code 3',
      '### ✅ migrator migrate: done',
    ]);
    expect(text).toContain('1 repository would be created');
    expect(text).toMatch(/^error {2}Invalid plan/m);
    expect(text).toContain('1 done, 0 skipped, 0 failed');
  });

  it('changes nothing where it cannot be written', async () => {
    await using place = await openWorkplace({ workspace: 'sample' });
    place.write('plan.json', place.plan('release-tools'));
    const environment = { GITHUB_STEP_SUMMARY: join(place.folder, 'missing', 'summary.md') };
    const args = ['migrate', '--plan', 'plan.json', '--dry-run'];
    expect(await place.run(args, environment)).toEqual(await place.run(args));
  });
});
