import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { share } from '../../helpers/share.ts';
import { calibrated, openHost, othersOf } from './calibration-place.ts';

/** A host that was calibrated, as it was before, and what that found. */
async function openCalibrated(options: Parameters<typeof openHost>[0]) {
  const place = await openHost(options);
  const { github } = place.sandbox;
  github.createRepository({ owner: github.user, name: 'theirs' } as never);
  const stands = () =>
    JSON.stringify([github.repositories, github.accounts.map(({ login }) => login)]);
  const before = stands();
  return { ...place, before, stands, found: await calibrated(place) };
}

function expectAsExpected(
  place: Awaited<ReturnType<typeof openCalibrated>>,
  untried: readonly string[],
): void {
  const { github } = place.sandbox;
  const { host, probes, facts } = place.found;
  expect(othersOf(probes)).toEqual([]);
  expect(probes).toHaveLength(30);
  const notProbed = probes.filter(({ verdict }) => verdict === 'not-probed');
  expect(notProbed.map(({ probe }) => probe)).toEqual(untried);
  expect(facts).toEqual({
    settle_milliseconds: expect.any(Number),
    marks_merges: true,
    mark_milliseconds: expect.any(Number),
    has_drafts: true,
    refs_per_push: null,
    body_characters: null,
    comments_per_review: null,
    counts_review_comments: null,
    content_milliseconds: null,
  });
  expect(place.stands()).toBe(place.before);
  expect(github.notifications).toEqual([]);
  expect(github.references).toEqual([]);
  const [name = ''] = place.findings();
  const kept = readFileSync(join(place.folder, 'state/calibration', name), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ version: 1, host, results: probes });
}

describe('doctor --calibrate of an Enterprise Server', () => {
  const shared = share(() => openCalibrated({ target: 'enterprise-server' }));

  it('finds it as expected, writes to nothing but its scratch repository and removes it', async () => {
    const untried = ['ruleset-bypass', 'push-protection', 'notifications', 'retry-after'];
    expectAsExpected(await shared.get(), untried);
  });

  it('is what a run asks for once the last one is too old, and keeps its repository with --keep', async () => {
    const place = await shared.get();
    const { github } = place.sandbox;
    const [name = ''] = place.findings();
    const path = join(place.folder, 'state/calibration', name);
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...kept, at: kept.at - 40 * 86_400_000 }));
    await place.sandbox.bitbucket.addRepository({ slug: 'web' });
    place.write('plan.json', place.plan('web'));
    const { code, stderr } = await place.dryRun();
    expect(code).toBe(0);
    const ofDoctor = async () => {
      const { checks } = JSON.parse((await place.command('doctor', '--json')).stdout);
      return checks.find(({ check }: { check: string }) => check === 'target-calibration');
    };
    expect(await ofDoctor()).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(
        /^Last calibration of .* 3\.19\.1 on .* its findings are 40 days old$/,
      ),
    });
    const [, command = ''] = /Run it again: migrator (.*)$/m.exec(stderr) ?? [];
    // As `calibrate` runs it.
    expect(command).toBe('doctor --calibrate --target-org acme');
    await place.calibrate('--keep');
    const scratch = github.repositories.filter((one) => one.name.startsWith('migrator-'));
    expect(scratch.map(({ archived }) => archived)).toEqual([false]);
    expect((await place.dryRun()).stderr).not.toContain('Run it again');
    expect(await ofDoctor()).toMatchObject({ status: 'pass' });
    const notes = await place.leaveAfterCreation();
    expect(notes.join()).not.toContain('earlier calibration');
    await shared.spoil();
  });
});

describe('doctor --calibrate', () => {
  it('finds github.com as expected, writes to nothing but its scratch repository and removes it', async () => {
    await using place = await openCalibrated({
      target: 'github.com',
      // As fast as the test goes, which is faster than the hosts allow.
      limits: { github: { pushesPerMinute: 1000, pointsPerMinute: 1_000_000 } },
    });
    expectAsExpected(place, ['push-protection', 'notifications', 'retry-after']);
  });

  it('archives its repository with a token that may not delete, and says so first', async () => {
    await using place = await openHost({ scopes: ['repo', 'workflow'] });
    const [first = ''] = await place.leaveAfterCreation();
    expect(first).toContain('DST_TOKEN lacks the delete_repo scope');
    const [scratch] = place.sandbox.github.repositories;
    expect([scratch?.archived, scratch?.name]).toEqual([
      true,
      expect.stringContaining('migrator-calibration-'),
    ]);
  });

  it('removes what earlier ones have left that were killed, wherever that was', async () => {
    await using place = await openHost();
    // After the first note, in the middle, and after the repository was renamed.
    for (const seen of [1, 4, 17, 31]) {
      const steps = await place.steps();
      for (let step = 0; step < seen; step += 1) await steps.next();
      const [, ...others] = place.sandbox.github.repositories;
      expect(others, `after ${seen} steps`).toEqual([]);
    }
    const [first] = await place.leaveAfterCreation();
    expect(first).toMatch(
      /migrator-calibration-\w+-renamed from an earlier calibration was deleted/,
    );
    expect(place.sandbox.github.repositories).toEqual([]);
    // Only the list of what is left: the local copies are gone.
    expect(readdirSync(join(place.folder, 'state/calibration'))).toHaveLength(1);
  });

  it('leaves alone what others have created under the name of its own', async () => {
    await using place = await openHost();
    const { github } = place.sandbox;
    const steps = await place.steps();
    for (let step = 0; step < 4; step += 1) await steps.next();
    const [own] = github.repositories;
    if (own === undefined) throw new Error('no scratch repository');
    const { owner, name, description } = own;
    await github.deleteRepository(`${owner.login}/${name}`);
    github.createRepository({ owner, creator: owner, name, description });
    await place.leaveAfterCreation();
    expect(github.repositories.map((one) => one.name)).toEqual([name]);
  });

  it('needs to know where', async () => {
    await using place = await openHost();
    const { code, stderr } = await place.run(['doctor', '--calibrate']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('doctor --calibrate needs --target-org'),
    ]);
  });
});

describe('a calibration that a person reads', () => {
  it('leads back to doctor', async () => {
    await using place = await openHost();
    const calibrate = ['doctor', '--calibrate', '--target-org', 'acme'];
    const { code, stderr } = await place.command(...calibrate);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Next: migrator doctor$/m)]);
    expect(await place.command('doctor')).toMatchObject({ code: 0 });
  });
});

describe('a host that behaves otherwise', () => {
  it('is waited for until it finds the repository that it created', async () => {
    await using place = await openHost({ githubRules: { repositoriesVisibleAfterMs: 8000 } });
    const { probes } = await calibrated(place);
    expect(othersOf(probes)).toEqual([]);
  });

  it('ends with exit code 6 where something could not be tried, and says what', async () => {
    await using place = await openHost({ githubRules: { createsPulls: false } });
    const { code, stdout } = await place.calibrate();
    expect(code).toBe(6);
    const { probes } = JSON.parse(stdout) as Awaited<ReturnType<typeof calibrated>>;
    expect(probes.find(({ probe }) => probe === 'drafts')?.verdict).toBe('other');
    expect(probes.find(({ probe }) => probe === 'review-of-25')).toMatchObject({
      verdict: 'failed',
      seen: 'its pull request could not be opened',
    });
    await place.sandbox.bitbucket.addRepository({ slug: 'web' });
    place.write('plan.json', place.plan('web'));
    const { stderr } = await place.run([
      'migrate',
      '--plan',
      'plan.json',
      '--dry-run',
      '--no-pull-requests',
    ]);
    expect(stderr).toContain('could not be tested (its pull request could not be opened)');
  });

  it.each([
    [['merge-temporary-base'], { mergesByPush: 'default-branch' }],
    [
      ['review-places', 'review-of-25', 'merge-temporary-base', 'merge-default-branch'],
      { mergesByPush: 'never', maxCommentsPerReview: 1, visibleAfterMs: 600 },
    ],
  ] as const)('is found out: %s', async (names, githubRules) => {
    await using place = await openHost({ githubRules });
    const { probes, facts } = await calibrated(place);
    expect(othersOf(probes)).toEqual(names);
    expect(facts.marks_merges).toBe(false);
    if ('visibleAfterMs' in githubRules) expect(facts.settle_milliseconds).toBeGreaterThan(500);
  });
});
