import * as z from 'zod';
import type { FoundAutolink } from '../../../ports/records/target-settings.ts';
import { repositoryOf } from '../rest/shared.ts';
import {
  changing,
  created,
  creatingOnce,
  nameOf,
  type RepositoryMethod,
  taken,
} from './setting-method.ts';

const autolinkSchema = z.object({
  id: z.number(),
  key_prefix: z.string(),
  url_template: z.string(),
});

/** In one answer: this list has no pages. */
export const listAutolinks: RepositoryMethod<'listAutolinks'> = async (github, request) => {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/autolinks',
    repositoryOf(request),
    changing(request.signal),
  );
  const change = `read the autolinks in ${nameOf(request)}`;
  return taken(github, answer, { schema: z.array(autolinkSchema), change }).map(toAutolink);
};

export const createAutolink: RepositoryMethod<'createAutolink'> = async (github, request) => {
  const { prefix, url } = request.link;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/autolinks',
    {
      ...repositoryOf(request),
      key_prefix: prefix,
      url_template: url,
      is_alphanumeric: false,
    },
    creatingOnce(request.signal),
  );
  const change = `create the autolink ${prefix} in ${nameOf(request)}`;
  return toAutolink(created(github, answer, { schema: autolinkSchema, change }));
};

function toAutolink(row: z.infer<typeof autolinkSchema>): FoundAutolink {
  return { id: String(row.id), prefix: row.key_prefix, url: row.url_template };
}
