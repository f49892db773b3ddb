import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { addPullRequests } from '../../helpers/repositories/migration-fixture.ts';

const by = { by: 'jane', reason: 'GitHub support raised our limit' };

it('accepts problems of checks that the plan names, and says so in dry run, audit and report', async () => {
  await using place = await openWorkplace({ limits: { github: unlimitedGithub } });
  await addPullRequests(place, 'web');
  const padding = join(place.sandbox.bitbucket.gitDirectory('web'), 'objects', 'info', 'padding');
  mkdirSync(dirname(padding), { recursive: true });
  writeFileSync(padding, '');
  truncateSync(padding, 41e9);
  const plan = place.plan('web');
  place.write('plan.json', plan);
  const refused = await place.run(['migrate', '--plan', 'plan.json', '--engine', 'archive']);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('accept "import-size" for web in the plan');

  const accept = [
    { check: 'import-size', repository: 'web', ...by },
    // Depending on the machine of the tests it is needed as well.
    { check: 'disk-space', ...by },
  ];
  place.write('plan.json', { ...plan, accept });
  const migrate = ['migrate', '--plan', 'plan.json', '--engine', 'archive'];
  const text =
    'Accepted by jane: web has 41 GB, but the importer accepts 40 GB. Reason: GitHub support raised our limit';
  const dryRun = await place.run([...migrate, '--dry-run']);
  expect(dryRun.code, dryRun.stderr).toBe(0);
  expect(dryRun.stdout).toContain(text);
  const json = await place.run([...migrate, '--dry-run', '--json']);
  const result = json.stdout.split('\n').find((line) => line.includes('"type":"dry-run"')) ?? '{}';
  expect(JSON.parse(result).accepted[0]).toEqual({
    ...{ check: 'import-size', repository: 'web', ...by },
    message: 'web has 41 GB, but the importer accepts 40 GB',
  });

  const { code, stderr } = await place.run(migrate);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(text);
  const audit = ['audit', '--migration', 'last', '--output', 'audit.jsonl'];
  expect((await place.run(audit)).code).toBe(0);
  const lines = readFileSync(join(place.folder, 'audit.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ type: 'accepted', check: 'import-size', repository: 'web', ...by }),
  );
  expect((await place.run(['audit', '--check', 'audit.jsonl'])).code).toBe(0);
  const verify = ['verify', '--migration', 'last', '--json', '--output', 'verification.html'];
  const verified = await place.run(verify);
  const [report = '{}'] = verified.stdout
    .split('\n')
    .filter((one) => one.includes('"verification"'));
  expect(JSON.parse(report).accepted).toEqual(accept);
  const page = readFileSync(join(place.folder, 'verification.html'), 'utf8');
  expect(page).toContain('<caption>Accepted</caption>');
  expect(page).toContain('GitHub support raised our limit');
});
