import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { GithubRepository } from '../../../../sandbox/github/records.ts';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
} from '../../../helpers/repositories/pull-request-fixture.ts';

const films = Array.from({ length: 250 }, (_, index) => Buffer.from(`film ${index}\n`));

function oidOf(film: Buffer): string {
  return createHash('sha256').update(film).digest('hex');
}

function pointer(film: Buffer): string {
  const oid = `oid sha256:${oidOf(film)}`;
  return `version https://git-lfs.github.com/spec/v1\n${oid}\nsize ${film.length}\n`;
}

it.each(['transferred', 'deleted and replaced'])(
  'sends no LFS objects beyond one batch to a target that was %s meanwhile',
  async (how) => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    const { github, bitbucket, faults } = place.sandbox;
    const files = Object.fromEntries(films.map((film, at) => [`${at}.mp4`, pointer(film)]));
    const attributes = { '.gitattributes': '*.mp4 filter=lfs diff=lfs merge=lfs -text\n' };
    const from = makePullRequestHistory(place.folder, 'web', { ...attributes, ...files }).folder;
    const source = await hostCopy(bitbucket, { slug: 'web', from, without: goneBranches });
    for (const film of films) await source.lfs.add(oidOf(film), film);
    place.write('plan.json', place.plan('web'));
    const others: GithubRepository[] = [];
    faults.decide(({ host, method }) => {
      if (others.length > 0 || host !== 'github-media' || method !== 'PUT') return null;
      others.push(how === 'transferred' ? transfer() : replace());
      return null;
    });
    function transfer(): GithubRepository {
      const found = github.findRepository('acme/web');
      if (found === null) throw new Error('there is no target');
      github.renameRepository('acme/web', 'web-of-others');
      Object.assign(found, { owner: github.tokens.list[0]?.user });
      return found;
    }
    function replace(): GithubRepository {
      const owner = github.findAccount('acme');
      if (owner === null) throw new Error('there is no organization');
      void github.deleteRepository('acme/web');
      return github.createRepository({ owner, creator: owner, name: 'web' });
    }
    const { code } = await place.run(['migrate', '--plan', 'plan.json', '--workers', '1']);
    const [other] = others;
    const arrived = films.filter((film) => (other?.lfs.size(oidOf(film)) ?? null) !== null);
    expect(code).toBe(6);
    expect(other).toBeDefined();
    expect(arrived.length).toBeLessThanOrEqual(100);
  },
);
