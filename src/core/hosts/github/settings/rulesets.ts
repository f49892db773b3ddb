import * as z from 'zod';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { PageParameters } from '../rest/pages.ts';
import { type GitHub, repositoryOf } from '../rest/shared.ts';
import { rulesetBody } from './ruleset-body.ts';
import { rulesetSchema, toRuleset } from './ruleset-form.ts';
import {
  changing,
  created,
  creatingOnce,
  listAll,
  mustBeTaken,
  nameOf,
  type RepositoryMethod,
  taken,
} from './setting-method.ts';

const rowSchema = z.object({ id: z.number(), name: z.string() });

/** GitHub's list leaves out what a ruleset says. */
export async function listNamed<Found>(
  github: GitHub,
  list: {
    readonly of: string;
    readonly prefix: string;
    readonly ask: (page: PageParameters) => Promise<HttpResponse>;
    readonly read: (id: string) => Promise<Found>;
  },
): Promise<readonly Found[]> {
  const rows = await listAll(github, {
    what: `rulesets in ${list.of}`,
    row: rowSchema,
    keyOf: ({ id }) => id,
    ask: list.ask,
  });
  const own = rows.filter(({ name }) => name.startsWith(list.prefix));
  return Promise.all(own.map(({ id }) => list.read(String(id))));
}

export const listRulesets: RepositoryMethod<'listRulesets'> = (github, request) =>
  listNamed(github, {
    ...request,
    of: nameOf(request),
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/rulesets',
        { ...repositoryOf(request), includes_parents: false, ...page },
        changing(request.signal),
      ),
    read: (id) => readRuleset(github, { ...request, id }),
  });

export const readRuleset: RepositoryMethod<'readRuleset'> = async (github, request) => {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
    { ...repositoryOf(request), ruleset_id: Number(request.id) },
    changing(request.signal),
  );
  const change = `read a ruleset in ${nameOf(request)}`;
  return toRuleset(taken(github, answer, { schema: rulesetSchema, change }), request.ids);
};

export const createRuleset: RepositoryMethod<'createRuleset'> = async (github, request) => {
  const { name: repo, rulesetName, ruleset, ids, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/rulesets',
    { owner: request.owner, repo, ...rulesetBody(rulesetName, ruleset, ids) },
    creatingOnce(signal),
  );
  const change = `create the ruleset ${rulesetName} in ${nameOf(request)}`;
  return toRuleset(created(github, answer, { schema: rulesetSchema, change }), ids);
};

export const updateRuleset: RepositoryMethod<'updateRuleset'> = async (github, request) => {
  const { name: repo, rulesetName, ruleset, ids, id, signal, isCurrent } = request;
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}',
    {
      owner: request.owner,
      repo,
      ruleset_id: Number(id),
      ...rulesetBody(rulesetName, ruleset, ids),
    },
    { ...changing(signal), isCurrent },
  );
  const change = `change the ruleset ${rulesetName} in ${nameOf(request)}`;
  return toRuleset(taken(github, answer, { schema: rulesetSchema, change }), ids);
};

export const enforceRuleset: RepositoryMethod<'enforceRuleset'> = async (github, request) => {
  const { id, enforcement, signal } = request;
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}',
    { ...repositoryOf(request), ruleset_id: Number(id), enforcement },
    changing(signal),
  );
  mustBeTaken(github, answer, `set a ruleset in ${nameOf(request)} to ${enforcement}`);
};
