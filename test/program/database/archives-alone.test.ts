import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../helpers/postgresql/test-database.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';

it('archives are written by one process alone, because they are files of its machine', async () => {
  await using database = await openTestDatabase();
  await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const environment = { MIGRATOR_DATABASE_URL: database.url };
  const slugs = ['one', 'two', 'three', 'four'];
  await addRepositories(place, ...slugs);
  place.write('plan.json', place.plan(...slugs));
  const worker = place.start(['worker', '-v', '--max', '2'], environment);
  await worker.until('is waiting for migrations');
  const args = ['migrate', '--plan', 'plan.json', '--workers', '1'];
  const { code, stdout } = await place.run(
    [...args, '--engine', 'archive', '--export', 'out'],
    environment,
  );
  worker.child.kill('SIGTERM');
  const { stderr } = await worker.ended;
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toContain('12 refs in 4 archives, not imported yet');
  expect(stderr).not.toContain('started');
  const archives = readdirSync(join(place.folder, 'out')).filter((name) => name.endsWith('.gz'));
  expect(archives.sort()).toEqual(slugs.map((slug) => `${slug}.tar.gz`).sort());
});
