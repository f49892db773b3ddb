import { describe, expect, it } from 'vitest';
import { migrateCommand } from '../../../../src/core/commands/migrate/command.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
} from '../../../helpers/repositories/migration-fixture.ts';
import { addTargetRepository } from '../../../helpers/secrets/target-secrets.ts';
import { share } from '../../../helpers/share.ts';

/** Paused before its pull requests. */
async function openPaused(): Promise<Workplace> {
  const place = await openWorkplace({ limits: { github: 'none' } });
  await addPullRequests(place, 'web');
  const { repositories, ...plan } = place.plan('web');
  const inWave = repositories.map((planned) => ({ ...planned, wave: 1 }));
  place.write('plan.json', { ...plan, repositories: inWave });
  place.sandbox.faults.add({
    host: 'github-git',
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'status', status: 403, body: 'no' },
  });
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(6);
  place.sandbox.faults.clear();
  place.write('users.csv', 'source_username,target_username\n');
  place.write('migrator.yaml', '');
  return place;
}

const paused = share(openPaused);

/** With a dry run, which takes what a run takes and leaves everything as it is. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  dryRun: [],
  workers: ['--workers', '2'],
  wave: ['--wave', '1'],
  delay: ['--delay', '5'],
  skipExisting: ['--skip-existing'],
  overwrite: ['--overwrite', '--yes'],
  largeFiles: ['--large-files', 'refuse'],
  rewriteHistory: ['--large-files', 'rewrite', '--rewrite-history', '*'],
  resetRepo: ['--reset-repo', 'web'],
  resetRolledBack: ['--reset-rolled-back'],
  resetState: ['--reset-state', '--yes'],
  yes: ['--yes'],
  userMap: ['--user-map', 'users.csv'],
  unmapPeople: ['--unmap-people'],
  comments: ['--comments', 'folded'],
  pullRequests: ['--no-pull-requests'],
  settings: ['--settings', 'disabled'],
  invite: ['--invite'],
  metricsAddress: ['--metrics-address', '127.0.0.1:0'],
  engine: ['--engine', 'rest'],
  archiveFormat: ['--archive-format', 'github'],
  config: ['--config', 'migrator.yaml'],
  verbose: ['-vvv'],
  logFile: ['--log-file', 'run.log'],
  json: ['--json'],
  plain: ['--plain'],
  color: ['--no-color'],
  theme: ['--theme', 'dark'],
  notify: ['--notify'],
};

describe('migrate --resume ID', () => {
  // Archives are a migration of their own: test/program/archive has what a resume of one takes.
  const others = ['plan', 'resume', 'cancel', 'export'];
  it.each(Object.keys(migrateCommand.flags).filter((key) => !others.includes(key)))(
    'takes the option %s',
    async (key) => {
      const place = await paused.get();
      const id = await newestMigration(place);
      const flags = accepted[key];
      if (flags === undefined) throw new Error(`nothing is known of ${key}`);
      const { code, stderr } = await place.run(['migrate', '--resume', id, '--dry-run', ...flags]);
      expect(code, stderr).toBe(0);
    },
  );

  it('keeps --skip-existing for the runs that come, whatever the plan says', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'web');
    place.write('plan.json', { ...place.plan('web'), options: { overwrite: true } });
    const times = Number.POSITIVE_INFINITY;
    const action = { kind: 'status', status: 403, body: 'no' } as const;
    place.sandbox.faults.add({ host: 'bitbucket-git', times, action });
    const begun = await place.run(['migrate', '--plan', 'plan.json', '--skip-existing']);
    expect(begun.code, begun.stderr).toBe(6);
    place.sandbox.faults.clear();
    // Somebody else takes the name meanwhile.
    addTargetRepository(place.sandbox, 'web');
    const taken = place.sandbox.github.findRepository('acme/web')?.id;
    const id = await newestMigration(place);
    const { code, stdout, stderr } = await place.run(['migrate', '--resume', id]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('0 done, 1 skipped, 0 failed');
    expect(place.sandbox.github.findRepository('acme/web')?.id).toBe(taken);
  });

  it('migrates pull requests after --no-pull-requests once the plan is edited, as the refusal says', async () => {
    await using place = await openWorkplace({ limits: { github: 'none' } });
    await addPullRequests(place, 'web');
    const migrate = ['migrate', '--plan', 'plan.json'];
    expect((await place.run([...migrate, '--no-pull-requests'])).code).toBe(0);
    const pulls = () => place.sandbox.github.findRepository('acme/web')?.pulls.length;
    expect(pulls()).toBe(0);
    place.write('plan.json', {
      ...place.plan('web'),
      options: { pull_requests: { migrate: true } },
    });
    const refused = await place.run(migrate);
    expect(refused.stderr).toContain('This migration continues without pull requests');
    expect(refused.stderr).toContain('start all repositories over with --reset-state');
    const { code, stderr } = await place.run([...migrate, '--reset-state', '--yes']);
    expect(code, stderr).toBe(0);
    expect(pulls()).toBe(6);
  });

  it('keeps what is chosen now for the runs that come', async () => {
    const place = await paused.get();
    const id = await newestMigration(place);
    const { code, stderr } = await place.run(['migrate', '--resume', id, '--comments', 'folded']);
    expect(code, stderr).toBe(0);
    const [pull] = place.sandbox.github.findRepository('acme/web')?.pulls ?? [];
    expect(pull?.body).toContain('A general remark');
    const other = await place.run(['migrate', '--resume', id, '--comments', 'compact']);
    expect(other.stderr).toContain('Cannot change --comments from folded to compact');
    expect(other.code).toBe(2);
    const without = await place.run(['migrate', '--resume', id, '--no-pull-requests']);
    expect(without.stderr).toContain('This migration continues with pull requests');
    expect(without.code).toBe(2);
    await paused.spoil();
  });
});
