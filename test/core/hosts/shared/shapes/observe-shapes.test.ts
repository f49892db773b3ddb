import { describe, expect, it } from 'vitest';
import { cloudShapes } from '../../../../../src/core/hosts/bitbucket-cloud/shapes/cloud-shapes.ts';
import { dataCenterShapes } from '../../../../../src/core/hosts/bitbucket-data-center/shapes/data-center-shapes.ts';
import { notesOf } from '../../../../contract/sources/notes-of.ts';
import type { Exchange } from '../../../../contract/sources/source-traffic.ts';

const web = '/2.0/repositories/acme/web';
const project = '/rest/api/1.0/projects/PAY/repos';

function exchange(path: string, json: unknown, more: Partial<Exchange> = {}): Exchange {
  const [own = '', query = ''] = path.split('?');
  return {
    ...{
      method: 'GET',
      path: own,
      query: new URLSearchParams(query),
      body: null,
      status: 200,
      json,
    },
    ...more,
  };
}

const cloud = (...all: readonly Exchange[]) => notesOf(all, cloudShapes);
const dataCenter = (...all: readonly Exchange[]) => notesOf(all, dataCenterShapes);
const user = { uuid: '{1}', display_name: 'Jane' };

describe('what is noted of answers of Bitbucket Cloud', () => {
  it('reports fields that are missing, unless they were not asked for', async () => {
    const listed = `${web}/pullrequests/7/tasks`;
    const route = 'GET /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/tasks';
    const row = { id: 1, state: 'RESOLVED', content: { raw: 'x' }, creator: user };
    expect(await cloud(exchange(listed, { values: [row] }))).toEqual([
      `missing-field ${route} values[].created_on nothing`,
    ]);
    expect(await cloud(exchange(`${listed}?fields=values.id`, { values: [{ id: 1 }] }))).toEqual(
      [],
    );
    expect(await cloud(exchange(`${listed}?fields=-values.created_on`, { values: [row] }))).toEqual(
      [],
    );
  });

  it('reports statuses that no description has, and leaves outages alone', async () => {
    const answer = exchange('/2.0/user', {}, { status: 418 });
    expect(await cloud(answer, answer)).toEqual(['other-status GET /user 418']);
    expect(await cloud(exchange('/2.0/user', {}, { status: 299 }))).toEqual([
      'other-status GET /user unknown',
    ]);
    expect(await cloud(exchange('/2.0/user', {}, { status: 404 }))).toEqual([]);
  });

  it('reports odd pages', async () => {
    const route = 'GET /repositories/{workspace}/{repo_slug}/deploy-keys';
    const path = `${web}/deploy-keys?pagelen=50`;
    const odd = (json: object) => cloud(exchange(path, json));
    expect(await odd({ values: [], next: 'x' })).toEqual([
      `paging ${route} an empty page with a next page`,
    ]);
    expect(await odd({ values: [{}], pagelen: 10 })).toEqual([
      `paging ${route} a different page length than requested`,
    ]);
    expect(await odd({ values: [{}], page: 1, size: 3 })).toEqual([
      `paging ${route} one page, but a different total`,
    ]);
    expect(await odd({ values: [{}, {}], page: 1, size: 2, pagelen: 50 })).toEqual([]);
  });

  it('names no repository, branch or file', async () => {
    const secret = '/2.0/repositories/hidden/secret';
    const notes = await cloud(
      exchange(`${secret}/refs/branches/a/b/hidden`, { extra: 'hidden' }),
      exchange(`${secret}/src/hidden/secret.txt`, null, { status: 206 }),
      exchange('/2.0/hidden/secret', {}),
    );
    expect(notes).toEqual([
      'unknown-field GET /repositories/{workspace}/{repo_slug}/refs/branches/{name} text extra',
      'other-status GET /repositories/{workspace}/{repo_slug}/src/{commit}/{path} 206',
      'unknown-route other GET',
    ]);
  });
});

describe('what is noted of answers of a Data Center', () => {
  const route = 'GET /api/latest/projects/{projectKey}/repos';
  const page = { values: [], size: 0, limit: 25, start: 0, isLastPage: true, nextPageStart: null };
  const odd = (json: object) => dataCenter(exchange(`${project}?limit=25`, { ...page, ...json }));

  it('reports odd pages', async () => {
    expect(await odd({})).toEqual([]);
    expect(await odd({ limit: 10 })).toEqual([]);
    expect(await odd({ size: 4 })).toEqual([
      `paging ${route} a different number of rows than it says`,
    ]);
    expect(await odd({ nextPageStart: 5 })).toEqual([`paging ${route} a page after the last one`]);
    expect(await odd({ isLastPage: false, nextPageStart: 0 })).toEqual([
      `paging ${route} an empty page before the last one`,
      `paging ${route} a next page that goes back`,
    ]);
  });

  it('knows its addresses with either version', async () => {
    for (const version of ['1.0', 'latest'])
      expect(
        await dataCenter(exchange(`/rest/api/${version}/projects`, { values: [], extra: 1 })),
      ).toEqual(['unknown-field GET /api/latest/projects number extra']);
  });
});
