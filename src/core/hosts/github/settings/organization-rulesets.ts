import { MigratorError } from '../../../kernel/errors.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { FoundOrganizationRuleset } from '../../../ports/records/target-settings.ts';
import type { ActorIds, OrganizationSettings } from '../../../ports/settings-target.ts';
import type { GitHub } from '../rest/shared.ts';
import { rulesetBody } from './ruleset-body.ts';
import { type RulesetRow, rulesetSchema, toRuleset } from './ruleset-form.ts';
import { listNamed } from './rulesets.ts';
import {
  changing,
  created,
  creatingOnce,
  mustBeTaken,
  type OrganizationMethod,
  taken,
} from './setting-method.ts';

/* GitHub lets a ruleset name its repositories by name or by id: an id stays with a repository that is renamed. */

type Named = { organization: string; id: string } & Cancellable;

export const listOrganizationRulesets: OrganizationMethod<'listRulesets'> = (github, request) => {
  const { organization: org, prefix, ids, signal } = request;
  return listNamed(github, {
    of: org,
    prefix,
    ask: (page) => github.send('GET /orgs/{org}/rulesets', { org, ...page }, changing(signal)),
    read: (id) => readOrganizationRuleset(github, { organization: org, id, ids, signal }),
  });
};

export const readOrganizationRuleset: OrganizationMethod<'readRuleset'> = async (github, request) =>
  found(await readRow(github, request), request.ids);

async function readRow(github: GitHub, { organization: org, id, signal }: Named) {
  const answer = await github.send(
    'GET /orgs/{org}/rulesets/{ruleset_id}',
    { org, ruleset_id: Number(id) },
    changing(signal),
  );
  return taken(github, answer, { schema: rulesetSchema, change: `read a ruleset in ${org}` });
}

function found(row: RulesetRow, ids: ActorIds): FoundOrganizationRuleset {
  return { ...toRuleset(row, ids), repositories: idsIn(row)?.map(String) ?? null };
}

function idsIn({ conditions }: RulesetRow): readonly number[] | null {
  return conditions?.repository_id?.repository_ids ?? null;
}

export const createOrganizationRuleset: OrganizationMethod<'createRuleset'> = async (
  github,
  { organization: org, rulesetName, ruleset, ids, repository, signal },
) => {
  const { conditions, ...body } = rulesetBody(rulesetName, ruleset, ids);
  const only = { repository_id: { repository_ids: [Number(repository)] } };
  const answer = await github.send(
    'POST /orgs/{org}/rulesets',
    { org, ...body, conditions: { ...conditions, ...only } },
    creatingOnce(signal),
  );
  const change = `create the ruleset ${rulesetName} in ${org}`;
  return found(created(github, answer, { schema: rulesetSchema, change }), ids);
};

export const enforceOrganizationRuleset: OrganizationMethod<'enforceRuleset'> = async (
  github,
  { organization: org, id, enforcement, signal },
) => {
  const answer = await github.send(
    'PUT /orgs/{org}/rulesets/{ruleset_id}',
    { org, ruleset_id: Number(id), enforcement },
    changing(signal),
  );
  mustBeTaken(github, answer, `set a ruleset in ${org} to ${enforcement}`);
};

const updateOrganizationRuleset: OrganizationMethod<'updateRuleset'> = async (github, request) => {
  const { organization: org, id, rulesetName, ruleset, ids, signal, isCurrent } = request;
  const { conditions, ...body } = rulesetBody(rulesetName, ruleset, ids);
  const own = await readIds(github, request);
  const answer = await github.send(
    'PUT /orgs/{org}/rulesets/{ruleset_id}',
    {
      org,
      ruleset_id: Number(id),
      ...body,
      conditions: { ...conditions, repository_id: { repository_ids: [...own.repositories] } },
    },
    { ...changing(signal), isCurrent },
  );
  const change = `change the ruleset ${rulesetName} in ${org}`;
  return found(taken(github, answer, { schema: rulesetSchema, change }), ids);
};

const coverRepository: OrganizationMethod<'coverRepository'> = async (github, request) => {
  const { organization: org, id, covers, signal } = request;
  const repository = Number(request.repository);
  const { repositories, refs } = await readIds(github, request);
  if (repositories.includes(repository) === covers) return;
  const others = repositories.filter((one) => one !== repository);
  if (!covers && others.length === 0) {
    await enforceOrganizationRuleset(github, { ...request, enforcement: 'disabled' });
    return;
  }
  const wanted = covers ? [...others, repository] : others;
  const answer = await github.send(
    'PUT /orgs/{org}/rulesets/{ruleset_id}',
    {
      org,
      ruleset_id: Number(id),
      conditions: { ref_name: refs, repository_id: { repository_ids: wanted } },
    },
    changing(signal),
  );
  mustBeTaken(github, answer, `change which repositories a ruleset covers in ${org}`);
};

/** @throws `refused` where somebody has let it name its repositories in another way */
async function readIds(github: GitHub, named: Named) {
  const row = await readRow(github, named);
  const repositories = idsIn(row);
  if (repositories !== null) {
    return { repositories, refs: row.conditions?.ref_name ?? { include: [], exclude: [] } };
  }
  throw new MigratorError(
    'refused',
    `The ruleset ${row.name} of ${named.organization} no longer lists its repositories by name`,
    {
      hint: 'Select its repositories one by one on GitHub, then run `migrator settings --migration <id>`.',
    },
  );
}

type Change = 'updateRuleset' | 'coverRepository';

/** Reading and writing back at once, one after the other. */
export function oneAfterTheOther(github: GitHub): Pick<OrganizationSettings, Change> {
  let last: Promise<unknown> = Promise.resolve();
  const after = <T>(change: () => Promise<T>): Promise<T> => {
    const next = last.then(change, change);
    last = next;
    return next;
  };
  return {
    updateRuleset: (request) => after(() => updateOrganizationRuleset(github, request)),
    coverRepository: (request) => after(() => coverRepository(github, request)),
  };
}
