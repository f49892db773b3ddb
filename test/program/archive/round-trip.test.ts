import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPullRequest } from '../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import {
  type ImporterPlace,
  openImporter,
} from '../../core/hosts/github/importer/importer-place.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { sources } from '../../helpers/sources.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

const seconds = (date: Date | null) => date && `${date.toISOString().slice(0, 19)}Z`;

type Row = Readonly<Record<string, unknown>> & { readonly user: { readonly login: string } | null };

describe.each(sources)('an archive of %s that is imported', (source) => {
  let place: Workplace;
  let importer: ImporterPlace;
  let slug: string;
  let names: ReadonlyMap<string, string>;
  beforeAll(async () => {
    importer = await openImporter();
    Object.assign(importer.rules, honest);
    place = await openWorkplace({ source, workspace: 'sample' });
    const found = place.sandbox.bitbucket.repositories.find(
      ({ pullRequests }) => pullRequests.length > 15,
    );
    if (found === undefined) throw new Error('the sample has no such repository');
    ({ slug } = found);
    place.write('plan.json', place.plan(slug));
    const args = ['migrate', '--plan', 'plan.json', '--engine', 'archive', '--export', 'out'];
    const { code, stdout, stderr } = await place.run(args);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    const write = async () => join(place.folder, 'out', `${slug}.tar.gz`);
    const ended = await importer.run({ write }, { repository: slug });
    expect(ended.state).toMatchObject({ kind: 'succeeded' });
    const out = join(place.folder, 'out');
    const file = readdirSync(out).find((name) => name.startsWith('people-')) ?? '';
    const people = readFileSync(join(out, file), 'utf8').split('\n').slice(1);
    names = new Map(people.map((line) => line.split(',').slice(0, 2) as [string, string]));
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await importer[Symbol.asyncDispose]();
  });

  const pulls = (): readonly BitbucketPullRequest[] =>
    place.sandbox.bitbucket.findRepository(slug)?.pullRequests ?? [];
  async function read(path: string): Promise<readonly Row[]> {
    const { body } = await askGithub(importer.sandbox, 'GET', `/repos/acme/${slug}/${path}`);
    return body as unknown as readonly Row[];
  }
  /** Whom a login stands for, as the source calls them; a Data Center renames deleted accounts. */
  function nameOf(user: Row['user']): string | undefined {
    const name = user === null ? undefined : names.get(user.login);
    return name?.startsWith('user-') ? undefined : name;
  }
  /** Without what acts on terminals or mentions people: no archive has it. */
  const harmless = (title: unknown) => String(title).replaceAll(/[\p{C}\u200b]/gu, '');

  it('has each pull request with its number, title, author, state and times', async () => {
    const shown = await read('pulls?state=all&per_page=100');
    const got = shown.map((one) => ({
      number: one.number,
      title: harmless(one.title),
      author: nameOf(one.user),
      state: one.merged_at === null ? one.state : 'merged',
      created: one.created_at,
    }));
    const wanted = pulls().map(({ number, title, author, state, createdOn }) => ({
      number,
      title: harmless(title),
      author: author?.displayName,
      state: state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed',
      created: seconds(createdOn),
    }));
    const byNumber = (one: { number: unknown }, other: { number: unknown }) =>
      Number(one.number) - Number(other.number);
    expect(got.sort(byNumber)).toEqual(wanted.sort(byNumber));
  });

  it('has each approval and each request for changes as a review of its author', async () => {
    for (const { number, participants } of pulls()) {
      const reviews = await read(`pulls/${number}/reviews?per_page=100`);
      const given = (state: string) =>
        [
          ...new Set(reviews.filter((one) => one.state === state).map(({ user }) => nameOf(user))),
        ].sort();
      const wanted = (state: string) =>
        participants
          .filter((one) => one.state === state)
          .map(({ person }) => person?.displayName)
          .sort();
      expect({ number, approved: given('APPROVED'), changes: given('CHANGES_REQUESTED') }).toEqual({
        number,
        approved: wanted('approved'),
        changes: wanted('changes_requested'),
      });
    }
  });

  it('has each comment once, by its author and with its time', async () => {
    for (const one of pulls()) {
      const comments = [
        ...(await read(`issues/${one.number}/comments?per_page=100`)),
        ...(await read(`pulls/${one.number}/comments?per_page=100`)),
      ];
      const got = comments.map(({ user, created_at }) => `${created_at} ${nameOf(user)}`).sort();
      const wanted = one
        .conversation()
        .comments.filter(({ isDeleted, isPending }) => !isDeleted && !isPending)
        .map(({ author, createdOn }) => `${seconds(createdOn)} ${author?.displayName}`);
      expect({ number: one.number, got: got.filter((row) => wanted.includes(row)) }).toEqual({
        number: one.number,
        got: wanted.sort(),
      });
    }
  });
});
