import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ImporterRules,
  importerRules,
} from '../../../sandbox/github/importer/importer-rules.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import type { SandboxOptions } from '../../../sandbox/sandbox.ts';
import { undocumented } from '../../helpers/documented-output.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

async function openPlace(
  rules: Partial<ImporterRules>,
  options: Partial<SandboxOptions> = {},
): Promise<Workplace> {
  const place = await openWorkplace({ limits: { github: unlimitedGithub }, ...options });
  Object.assign(place.sandbox.github.importer.rules, honest, rules);
  return place;
}

const trial = ['doctor', '--calibrate', '--importer', '--target-org', 'acme'];

interface Tried {
  readonly format: string;
  readonly probes: readonly { readonly probe: string; readonly verdict: string }[];
}

async function tryIn(place: Workplace) {
  const DST_TOKEN = place.sandbox.github.tokens.add({
    scopes: ['repo', 'workflow', 'admin:org', 'delete_repo'],
  });
  const ended = await place.run([...trial, '--json'], { DST_TOKEN });
  expect(undocumented(ended.stdout)).toEqual([]);
  const lines = ended.stdout.split('\n').filter((line) => line !== '');
  const tried = lines.map((line) => JSON.parse(line) as Tried);
  const lost = tried.map(({ format, probes }) => {
    const others = probes.filter(({ verdict }) => verdict !== 'as-expected');
    return [format, others.map(({ probe }) => probe)] as const;
  });
  return { ...ended, tried, lost: Object.fromEntries(lost) };
}

/** Repositories and folders that a trial may have left. */
function leftIn({ sandbox, folder }: Workplace) {
  const runs = readdirSync(folder).filter((name) => name.startsWith('migrator-sandbox-'));
  return { repositories: sandbox.github.repositories.map(({ name }) => name), runs };
}

describe('a trial of the importer', () => {
  it('finds nothing where all of it arrives, and leaves nothing behind', async () => {
    await using place = await openPlace({});
    const { code, stderr, tried, lost } = await tryIn(place);
    expect({ code, stderr, lost }).toEqual({
      ...{ code: 0, stderr: '' },
      lost: { github: [], 'bitbucket-server': [] },
    });
    expect(tried.map(({ probes }) => probes.length)).toEqual([21, 19]);
    expect(leftIn(place)).toEqual({ repositories: [], runs: [] });
  });

  it('finds each thing that the importer loses, and only those', async () => {
    const { honoursReviewStates, honoursResolved, honoursReviewRequests } = importerRules;
    const { honoursDrafts, honoursLeftSide, honoursRanges, honoursOutdated } = importerRules;
    const { honouredEvents } = importerRules;
    await using place = await openPlace({
      ...{ honoursReviewStates, honoursResolved, honoursReviewRequests, honoursDrafts },
      ...{ honoursLeftSide, honoursRanges, honoursOutdated, honouredEvents },
      collapsesSameSecondComments: true,
    });
    const { code, lost } = await tryIn(place);
    expect(code).toBe(0);
    const { github } = lost;
    expect(new Set(github)).toEqual(
      new Set([
        ...['draft', 'approved', 'changes-requested', 'review-requested', 'same-second'],
        ...['removed-line', 'several-lines', 'resolved', 'outdated', 'renamed', 'force-pushed'],
      ]),
    );
  });

  it('makes migrations keep comments of one second apart, and warn of what will be lost', async () => {
    const rules = { collapsesSameSecondComments: true, honoursDrafts: false };
    await using place = await openPlace(rules, { workspace: { trial: 'Everything' } });
    expect((await tryIn(place)).code).toBe(0);
    place.write('plan.json', { ...place.plan('trial'), engine: 'archive' });
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('"Drafts stay drafts" is not true here');
    expect(stderr).toContain('so comments must be a second apart there');
    expect(stderr).not.toContain('No user map');
    const { pulls = [] } = place.sandbox.github.findRepository('acme/trial') ?? {};
    const pull = pulls.find(({ title }) => title.startsWith('Comments of one second'));
    const said = pull?.threads.flatMap(({ comments }) => comments.map(({ body }) => body));
    expect(said).toEqual(['One', 'Two']);
    const id = await newestMigration(place);
    const verified = await place.run(['verify', '--migration', id, '--json']);
    const [{ differences }] = JSON.parse(verified.stdout).repositories;
    const defects = differences.filter(({ verdict }: { verdict: string }) => verdict === 'defect');
    expect(defects.map(({ name }: { name: string }) => name)).toEqual(['#4']);
  });

  it('is asked for again once it is too old, by a run and by doctor', async () => {
    await using place = await openPlace({}, { workspace: { trial: 'Everything' } });
    place.write('plan.json', { ...place.plan('trial'), engine: 'archive' });
    const doctor = async () => (await place.run(['doctor', '--plan', 'plan.json'])).stdout;
    expect(await doctor()).toContain('The importer has not been tested in acme');
    expect((await tryIn(place)).code).toBe(0);
    expect(await doctor()).toMatch(/Last test of the importer in acme on \S+: 0 differences/);
    const folder = join(place.folder, 'state/calibration/importer');
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const found = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...found, at: found.at - 31 * 86_400_000 }));
    }
    const { stderr } = await place.run(['migrate', '--plan', 'plan.json', '--dry-run']);
    const again = `migrator ${trial.join(' ')}`;
    expect(stderr.replace(/\s+/g, ' ')).toContain(`days old. Run it again: ${again}`);
    expect((await doctor()).replace(/\s+/g, ' ')).toContain(`days old Run: ${again}`);
  });

  it('is refused where the importer is down, and leaves nothing behind', async () => {
    await using place = await openPlace({ isAvailable: false });
    const { code, stderr } = await place.run(trial);
    expect(code).not.toBe(0);
    expect(stderr).toContain('The importer could not be tested');
    expect(leftIn(place)).toEqual({ repositories: [], runs: [] });
    expect(existsSync(join(place.folder, 'state/calibration/importer'))).toBe(false);
  });

  it('ends with Ctrl+C, and leaves neither an import nor a repository behind', async () => {
    await using place = await openPlace({ pollsPerState: 1_000_000 });
    const { importer } = place.sandbox.github;
    const running = place.start(trial);
    await expect.poll(() => importer.imports.length).toBe(1);
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    expect(code).toBe(130);
    expect(importer.imports.map(({ state }) => state)).toEqual(['FAILED']);
    expect(leftIn(place)).toEqual({ repositories: [], runs: [] });
  });

  it('needs --calibrate', async () => {
    await using place = await openPlace({});
    const { code, stderr } = await place.run(['doctor', '--importer', '--target-org', 'acme']);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('doctor --importer needs --calibrate');
  });
});
