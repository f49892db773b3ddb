import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ImporterPlace,
  openImporter,
} from '../../../core/hosts/github/importer/importer-place.ts';
import { askGithub } from '../../helpers/rest.ts';

let place: ImporterPlace;

beforeAll(async () => {
  place = await openImporter();
  place.rules.keepsLogins = true;
  await place.run(place.archive(), { repository: 'shop' });
});
afterAll(() => place[Symbol.asyncDispose]());

it('GraphQL shows mannequins as authors, with the times of the source', async () => {
  const query = `{
    repository(owner: "acme", name: "shop") { pullRequest(number: 1) {
      author { __typename login }
      state
      reviews(first: 10) { nodes { author { __typename login } createdAt } }
      reviewThreads(first: 10) { nodes {
        line isOutdated comments(first: 10) { nodes { author { __typename login } createdAt } }
      } }
    } }
  }`;
  const { body } = await askGithub(place.sandbox, 'POST', '/graphql', { query });
  const grace = { author: { __typename: 'Mannequin', login: 'grace' } };
  expect(body).toEqual({
    data: {
      repository: {
        pullRequest: {
          author: { __typename: 'Mannequin', login: 'ada' },
          state: 'MERGED',
          reviews: { nodes: [{ ...grace, createdAt: '2024-03-01T10:06:00Z' }] },
          reviewThreads: {
            nodes: [
              {
                line: 12,
                isOutdated: false,
                comments: { nodes: [{ ...grace, createdAt: '2024-03-01T10:06:00Z' }] },
              },
            ],
          },
        },
      },
    },
  });
});

it('a mannequin is no user that anybody finds, mentions or asks for a review', async () => {
  expect(await askGithub(place.sandbox, 'GET', '/users/grace')).toMatchObject({ status: 404 });
  const path = '/repos/acme/shop/pulls/1/requested_reviewers';
  const asked = await askGithub(place.sandbox, 'POST', path, { reviewers: ['grace'] });
  expect(asked).toMatchObject({ status: 422 });
});
