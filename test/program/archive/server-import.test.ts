import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPullRequest } from '../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

const format = ['--archive-format', 'bitbucket-server'];
const importing = ['migrate', '--plan', 'plan.json', '--engine', 'archive', ...format, '-v'];

/** The largest repository of the sample, migrated by the importer as an export of its Data Center. */
async function importSample(rules: object) {
  const place = await openWorkplace({
    ...{ source: 'bitbucket-data-center', workspace: 'sample' },
    limits: { github: unlimitedGithub },
  });
  Object.assign(place.sandbox.github.importer.rules, rules);
  const [largest] = place.sandbox.bitbucket.repositories.toSorted(
    (one, other) => other.pullRequests.length - one.pullRequests.length,
  );
  if (largest === undefined) throw new Error('the sample is empty');
  const { slug, pullRequests } = largest;
  place.write('plan.json', place.plan(slug));
  const ended = await place.run(importing);
  const id = /mig_\w{12}/.exec(ended.stderr)?.[0] ?? '';
  const target = () => place.sandbox.github.findRepository(`acme/${slug}`);
  return { place, slug, pullRequests, ended, id, target };
}

type Imported = Awaited<ReturnType<typeof importSample>>;

describe('migrate --archive-format bitbucket-server', () => {
  let imported: Imported;
  let place: Workplace;
  beforeAll(async () => {
    imported = await importSample(honest);
    ({ place } = imported);
    expect(imported.ended.code, imported.ended.stdout + imported.ended.stderr).toBe(0);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('imports an export of the Data Center, as GitHub knows them', () => {
    const { importer } = place.sandbox.github;
    expect(importer.imports.map(({ state, source, log }) => [state, source.type, log])).toEqual([
      ['SUCCEEDED', 'BITBUCKET_SERVER', expect.not.arrayContaining([expect.stringMatching(/_/)])],
    ]);
    expect(imported.target()).toMatchObject({ private: true, actionsEnabled: true });
  });

  it('keeps numbers, ends and heads of pull requests', () => {
    const stateOf = ({ state }: BitbucketPullRequest) =>
      state === 'MERGED' ? 'merged' : state === 'OPEN' ? 'open' : 'closed';
    const found = (imported.target()?.pulls ?? []).map(({ number, merged, state }) => {
      return `#${number} ${merged ? 'merged' : state}`;
    });
    expect(found.sort()).toEqual(
      imported.pullRequests.map((one) => `#${one.number} ${stateOf(one)}`).sort(),
    );
  });

  it('is compared with what was sent, item by item', async () => {
    const { code, stdout } = await place.run(['verify', '--migration', imported.id, '--json']);
    const { counts, outcome } = JSON.parse(stdout);
    expect({ code, outcome, defects: counts.defects }, stdout).toEqual({
      ...{ code: 0, outcome: 'verified', defects: 0 },
    });
    const comments = imported.pullRequests.flatMap((one) => one.conversation().comments);
    expect(counts.compared).toBeGreaterThan(imported.pullRequests.length + comments.length);
  });
});

describe('an importer that loses what nobody has proved of exports', () => {
  it('keeps verdicts all the same, and what it loses is named', async () => {
    const { place, ended, id, pullRequests } = await importSample({});
    await using _ = place;
    expect(ended.code, ended.stderr).toBe(0);
    const { code, stdout } = await place.run(['verify', '--migration', id, '--json']);
    expect(code).toBe(6);
    const [{ differences }] = JSON.parse(stdout).repositories;
    const said = (differences as { message: string }[]).map(({ message }) => message);
    expect(said.filter((one) => /approval|request for changes/.test(one))).toEqual([]);
    expect(said.some((one) => /is no longer on the diff/.test(one))).toBe(true);
    expect(pullRequests.length).toBeGreaterThan(10);
  });
});
