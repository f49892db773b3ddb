import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPullRequest } from '../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { sources } from '../../helpers/sources.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

const seconds = (date: Date | null) => date && `${date.toISOString().slice(0, 19)}Z`;

/** The largest repository of the sample, migrated by the importer. */
async function importSample(source: (typeof sources)[number], rules: object) {
  const place = await openWorkplace({
    ...{ source, workspace: 'sample', limits: { github: unlimitedGithub } },
  });
  Object.assign(place.sandbox.github.importer.rules, rules);
  const [largest] = place.sandbox.bitbucket.repositories.toSorted(
    (one, other) => other.pullRequests.length - one.pullRequests.length,
  );
  if (largest === undefined) throw new Error('the sample is empty');
  const { slug, pullRequests } = largest;
  place.write('plan.json', place.plan(slug));
  const ended = await place.run(['migrate', '--plan', 'plan.json', '--engine', 'archive', '-v']);
  const id = /mig_\w{12}/.exec(ended.stderr)?.[0] ?? '';
  const target = () => place.sandbox.github.findRepository(`acme/${slug}`);
  return { place, slug, pullRequests, ended, id, target };
}

type Imported = Awaited<ReturnType<typeof importSample>>;

describe.each(sources)('migrate --engine archive from %s', (source) => {
  let imported: Imported;
  let place: Workplace;
  beforeAll(async () => {
    imported = await importSample(source, honest);
    ({ place } = imported);
    expect(imported.ended.code, imported.ended.stdout + imported.ended.stderr).toBe(0);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('creates the repository once, private, with Actions as they were', () => {
    const { target } = imported;
    expect(place.sandbox.github.importer.imports.map(({ state }) => state)).toEqual(['SUCCEEDED']);
    expect(target()).toMatchObject({ private: true, actionsEnabled: true });
  });

  it('keeps numbers, times and ends of pull requests', () => {
    const form = (one: BitbucketPullRequest) => {
      const ended = one.state === 'MERGED' ? 'merged' : one.state === 'OPEN' ? 'open' : 'closed';
      return `#${one.number} ${ended} ${seconds(one.createdOn)}`;
    };
    const found = (imported.target()?.pulls ?? []).map(({ number, merged, state, createdAt }) => {
      return `#${number} ${merged ? 'merged' : state} ${seconds(new Date(createdAt))}`;
    });
    expect(found.sort()).toEqual(imported.pullRequests.map(form).sort());
  });

  it('gives each person of the source one account that stands for them', () => {
    const accounts = new Map<string, Set<string>>();
    for (const { number, author } of imported.pullRequests) {
      const pull = imported.target()?.pulls.find((one) => one.number === number);
      if (author === null || pull === undefined) continue;
      const known = accounts.get(author.displayName) ?? new Set();
      accounts.set(author.displayName, known.add(pull.author.login));
      expect(pull.author.kind).toBe('mannequin');
    }
    expect(accounts.size).toBeGreaterThan(2);
    expect([...accounts.values()].map(({ size }) => size)).toEqual([...accounts].map(() => 1));
  });

  it('is compared with what was sent, item by item', async () => {
    const { code, stdout } = await place.run(['verify', '--migration', imported.id, '--json']);
    const { counts, outcome } = JSON.parse(stdout);
    expect({ code, outcome, defects: counts.defects }).toEqual({
      ...{ code: 0, outcome: 'verified', defects: 0 },
    });
    const comments = imported.pullRequests.flatMap((one) => one.conversation().comments);
    expect(counts.compared).toBeGreaterThan(imported.pullRequests.length + comments.length);
  });

  it('leaves the source as it is, and nothing on this machine', () => {
    expect(imported.ended.stderr).toContain('archive: 17 pull requests');
    expect(place.sandbox.github.importer.archives.size).toBe(0);
  });

  it('cannot be synced or cut over once its targets are open, and says why', async () => {
    for (const command of [['sync'], ['cutover', '--yes'], ['rollback', '--yes']]) {
      const { code, stderr } = await place.run([...command, '--migration', imported.id]);
      expect(stderr).toContain('was imported, and its repositories were opened right away');
      expect(code).toBe(2);
    }
  });
});

describe('an importer that loses what nobody has proved', () => {
  let imported: Imported;
  beforeAll(async () => {
    imported = await importSample('bitbucket-data-center', {});
  });
  afterAll(() => imported.place[Symbol.asyncDispose]());

  it('ends the run with a warning that names the way to the list', () => {
    const { ended } = imported;
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/\d+ pull requests differ from Bitbucket after the import/);
    expect(ended.stderr).toContain('verify --repair writes what was lost');
  });

  it('is found out: each lost verdict is a defect of its pull request', async () => {
    const { place, id, pullRequests } = imported;
    const { code, stdout } = await place.run(['verify', '--migration', id, '--json']);
    expect(code).toBe(6);
    const [{ differences }] = JSON.parse(stdout).repositories;
    expect(differences[0]).toMatchObject({ verdict: 'defect', can_be_mended: true });
    const said = (differences as { name: string; message: string }[]).map(
      ({ name, message }) => `${name} ${message}`,
    );
    for (const { number, participants } of pullRequests) {
      for (const { person, state } of participants) {
        if (state !== 'approved') continue;
        const who = `#${number} approval by ${person?.displayName} `;
        expect(
          said.some((one) => one.startsWith(who) && /became|was lost/.test(one)),
          who,
        ).toBe(true);
      }
    }
  });
});
