import * as z from 'zod';
import { repositorySchema, toTargetRepository } from '../repositories/schema.ts';
import { pageAddress } from '../rest/page-address.ts';
import { repositoryOf } from '../rest/shared.ts';
import { changing, listAll, nameOf } from '../settings/setting-method.ts';
import type { ClosureMethod } from './doors.ts';

const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  author: z.object({ login: z.string() }).nullish().catch(null),
  html_url: pageAddress,
});

export const listReleases: ClosureMethod<'listReleases'> = async (github, request) => {
  const rows = await listAll(github, {
    what: `releases in ${nameOf(request)}`,
    row: releaseSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/releases',
        { ...repositoryOf(request), ...page },
        changing(request.signal),
      ),
  });
  return rows.map(({ tag_name: tag, author, html_url: webUrl }) => ({
    tag,
    author: author?.login ?? null,
    webUrl,
  }));
};

export const listRepositories: ClosureMethod<'listRepositories'> = async (github, request) => {
  const { owner, signal } = request;
  const rows = await listAll(github, {
    what: `repositories in ${owner.login}`,
    row: repositorySchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      owner.kind === 'organization'
        ? github.send('GET /orgs/{org}/repos', { org: owner.login, ...page }, changing(signal))
        : github.send('GET /user/repos', { affiliation: 'owner', ...page }, changing(signal)),
  });
  return rows.map((row) => toTargetRepository(github, row));
};
