import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { sources } from '../../helpers/sources.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

describe.each(sources)('migrate --engine archive from %s', (source) => {
  let place: Workplace;
  let slug: string;
  let stdout: string;
  beforeAll(async () => {
    place = await openWorkplace({ source, workspace: 'sample', limits: { github: unlimitedGithub } });
    Object.assign(place.sandbox.github.importer.rules, honest);
    const found = place.sandbox.bitbucket.repositories.find(
      ({ pullRequests }) => pullRequests.length > 15,
    );
    if (found === undefined) throw new Error('the sample has no such repository');
    ({ slug } = found);
    place.write('plan.json', place.plan(slug));
    const ended = await place.run(['migrate', '--plan', 'plan.json', '--engine', 'archive', '-v']);
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    ({ stdout } = ended);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('lets the importer create the repository, and finds all of it equal', async () => {
    console.log(stdout);
    const id = /mig_\w{12}/.exec(stdout)?.[0] ?? '';
    const verified = await place.run(['verify', '--migration', id]);
    console.log(verified.stdout, verified.stderr);
    expect(verified.code).toBe(0);
  });
});
