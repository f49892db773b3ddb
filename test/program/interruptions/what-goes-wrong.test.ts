import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../helpers/repositories/pull-request-fixture.ts';
import { conversation } from '../../helpers/repositories/pull-request-place.ts';
import { lfsPointer } from '../../helpers/servers/lfs-server.ts';
import { hostRows } from '../../helpers/trouble/host-rows.ts';
import { licenseRows } from '../../helpers/trouble/license-rows.ts';
import { networkRows } from '../../helpers/trouble/network-rows.ts';
import { repositoryRows } from '../../helpers/trouble/repository-rows.ts';

/** The entries of docs/troubleshooting.md, in its order. */
const rows = [...hostRows, ...repositoryRows, ...networkRows, ...licenseRows];

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  const { bitbucket } = place.sandbox;
  const history = makePullRequestHistory(place.folder, 'history');
  await hostCopy(bitbucket, { slug: 'small', from: history.folder, without: goneBranches });
  const [first] = pullRequestsOf(history);
  if (first !== undefined) bitbucket.addPullRequest('small', { ...first, conversation });
  const film = Buffer.from('a film');
  const { oid, pointer } = lfsPointer(film);
  const files = { '.gitattributes': '*.bin filter=lfs\n', 'film.bin': pointer };
  const films = makePullRequestHistory(place.folder, 'films', files);
  const { lfs } = await hostCopy(bitbucket, { slug: 'films', from: films.folder });
  await lfs.add(oid, film);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

describe('a failure is reported in the words of docs/troubleshooting.md', () => {
  for (const { condition, produce, code, says } of rows) {
    it(condition, { timeout: 60_000 }, async () => {
      const ended = await produce(place);
      const said = ended.stderr + ended.stdout;
      for (const words of says) {
        if (typeof words === 'string') expect(said).toContain(words);
        else expect(said).toMatch(words);
      }
      expect(ended.code).toBe(code);
    });
  }

  it('has the entries of docs/troubleshooting.md, each and no other', () => {
    const page = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8');
    const entries = page.match(/(?<=^## ).+$/gm) ?? [];
    expect(entries).toHaveLength(21);
    expect([...new Set(rows.map(({ condition }) => condition))]).toEqual(entries);
  });
});
