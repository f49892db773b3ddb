import { findCommit } from '../../git/read-commits.ts';
import type { Answer } from '../../network/answer.ts';
import { dataCenterError, noCommit, notOffered, ownJson, unauthorized } from '../answers.ts';
import { personJson } from '../json/people-json.ts';
import { invalid, pageAnswer } from '../page.ts';
import { ownModel } from './book.ts';
import { keyJson, setAt } from './key-json.ts';
import { placeOf, type SettingsCall, scopeJson } from './place.ts';
import type { DataCenterBuild, DataCenterModel, ReviewerCondition } from './records.ts';
import { matcherJson } from './restriction-routes.ts';

function page<T>(
  { instance, exchange }: SettingsCall,
  items: readonly T[],
  toJson: (item: T) => unknown,
  parameters: readonly string[] = [],
): Answer {
  return pageAnswer(instance, exchange, { items, mostRows: 1000, parameters, toJson });
}

/** `…/permissions/users`, `…/permissions/groups`: explicit ones, by a part of the name. */
export function listPermissions(call: SettingsCall): Answer {
  const { instance, baseUrl, repository, exchange } = call;
  const { own } = placeOf(call);
  const prefix = repository === null ? 'PROJECT' : 'REPO';
  const filter = (exchange.query.get('filter') ?? '').toLowerCase();
  const has = (name: string) => name.toLowerCase().includes(filter);
  if (exchange.path.endsWith('/groups')) {
    return page(
      call,
      [...own.groups].filter(([name]) => has(name)),
      ([name, permission]) => ({ group: { name }, permission: `${prefix}_${permission}` }),
      ['filter'],
    );
  }
  return page(
    call,
    [...own.users].filter(([{ displayName }]) => has(displayName)),
    ([person, permission]) => ({
      user: personJson(instance, baseUrl, person),
      permission: `${prefix}_${permission}`,
    }),
    ['filter'],
  );
}

/** `…/permissions/{PERMISSION}/all`: whether everybody with a license may do that. */
export function defaultPermission(call: SettingsCall): Answer {
  const { instance, key, words } = call;
  const [wanted = ''] = words;
  if (!/^PROJECT_(READ|WRITE|ADMIN)$/.test(wanted)) return invalid(`No such permission: ${wanted}`);
  const found = instance.settings.ofProject(key).defaultPermission;
  return ownJson(200, { permitted: wanted === `PROJECT_${found}` });
}

/** A list and no page. */
export function listConditions(call: SettingsCall): Answer {
  const { instance, repository } = call;
  const { own, project } = placeOf(call);
  const inherited = repository !== null && instance.settings.listsInherited;
  const above = { ...call, repository: null };
  return ownJson(200, [
    ...own.conditions.map((one) => conditionJson(call, one)),
    ...(inherited ? project.conditions.map((one) => conditionJson(above, one)) : []),
  ]);
}

function conditionJson(call: SettingsCall, one: ReviewerCondition) {
  return {
    id: one.id,
    scope: scopeJson(call),
    sourceRefMatcher: matcherJson(one.source),
    targetRefMatcher: matcherJson(one.target),
    reviewers: one.reviewers.map((person) => personJson(call.instance, call.baseUrl, person)),
    requiredApprovals: one.requiredApprovals,
  };
}

export function listReviewerGroups(call: SettingsCall): Answer {
  return page(call, placeOf(call).own.reviewerGroups, ({ id, name, users }) => ({
    id,
    name,
    description: '',
    scope: scopeJson(call),
    // Without the links that people have elsewhere.
    users: users.map((person) => {
      const { links: _, ...rest } = personJson(call.instance, call.baseUrl, person);
      return rest;
    }),
  }));
}

/** Without the secret and the password. */
export function listWebhooks(call: SettingsCall): Answer {
  return page(
    call,
    placeOf(call).own.webhooks,
    (hook) => ({
      id: hook.id,
      name: hook.name,
      createdDate: setAt,
      updatedDate: setAt,
      events: hook.events,
      configuration: hook.hasSecret ? { secret: '*****' } : {},
      ...(hook.username === null ? {} : { credentials: { username: hook.username } }),
      url: hook.url,
      active: hook.active,
      scopeType: call.repository === null ? 'project' : 'repository',
      sslVerificationRequired: hook.verifiesCertificates,
    }),
    ['event', 'statistics'],
  );
}

export function listKeys(call: SettingsCall): Answer {
  const { exchange } = call;
  const wanted = exchange.query.get('permission');
  return page(
    call,
    placeOf(call)
      .own.keys.map((key) => keyJson(call, key))
      .filter(({ permission }) => wanted === null || permission === wanted),
    (json) => json,
    ['permission'],
  );
}

export function listRequiredBuilds(call: SettingsCall): Answer {
  return page(call, inRepository(call).requiredBuilds, (one) => ({
    id: one.id,
    buildParentKeys: one.buildKeys,
    refMatcher: matcherJson(one.branches),
    ...(one.exempt === null ? {} : { exemptRefMatcher: matcherJson(one.exempt) }),
  }));
}

export function listLabels(call: SettingsCall): Answer {
  return page(call, inRepository(call).labels, (name) => ({ name }));
}

/** `…/branchmodel/configuration` */
export function branchModel(call: SettingsCall): Answer {
  const model = inRepository(call).model ?? ownModel;
  const branch = (refId: string | null) => ({ refId, useDefault: refId === null });
  return ownJson(200, {
    development: branch(model.development),
    ...(model.production === false ? {} : { production: branch(model.production) }),
    types: model.types.map(typeJson),
    scope: scopeJson(call),
  });
}

function typeJson({ id, prefix, enabled }: DataCenterModel['types'][number]) {
  const displayName = `${id.slice(0, 1)}${id.slice(1).toLowerCase()}`;
  return { id, displayName, prefix, enabled };
}

function inRepository({ instance, repository }: SettingsCall) {
  return instance.settings.ofRepository(repository?.uuid ?? '');
}

/** `…/commits/{commit}/builds?key=`: one build, by its key. */
export async function getBuild(call: SettingsCall): Promise<Answer> {
  const { exchange, instance, repository } = call;
  const [wanted = ''] = call.words;
  if (repository?.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const place = { tools: instance.tools, directory: repository.git.directory };
  const hash = await findCommit(place, wanted);
  if (hash === null) return noCommit(wanted, repository.slug);
  const key = exchange.query.get('key');
  if (key === null) return invalid('A build status key is required.');
  const found = inRepository(call)
    .builds.get(hash)
    ?.find((one) => one.key === key);
  if (found !== undefined) return ownJson(200, buildJson(found));
  return dataCenterError(
    404,
    `A build status with key '${key}' could not be found.`,
    'com.atlassian.bitbucket.build.status.NoSuchBuildStatusException',
  );
}

function buildJson({ key, name, state }: DataCenterBuild) {
  const url = `https://ci.acme.example/${key}`;
  return { key, name, state, url, description: '', createdDate: setAt, updatedDate: setAt };
}

/** `/rest/build-status/latest/commits/{commit}`: all builds, whatever repository the commit is in. */
export function listBuilds(call: SettingsCall): Answer {
  const { instance, words } = call;
  const { bitbucket, settings } = instance;
  const found = bitbucket.repositories.flatMap(
    ({ uuid }) => settings.ofRepository(uuid).builds.get(words[0] ?? '') ?? [],
  );
  return page(call, found, buildJson, ['orderBy']);
}

/** The project's link to Jira. */
export function jiraLink(call: SettingsCall): Answer {
  const { jira } = call.instance.settings.ofProject(call.key);
  if (jira === null) {
    return dataCenterError(
      404,
      `There is no primary entity link for project ${call.key}.`,
      'com.atlassian.bitbucket.NoSuchEntityException',
    );
  }
  return ownJson(200, {
    applicationLinkId: '8d3a6f0e-2b7c-3e51-9a40-5c1d7e2f9b63',
    displayUrl: jira.url,
    projectId: 1,
    projectKey: jira.key,
    projectName: jira.name,
  });
}

/** `…/admin/groups[/more-members]`: for administrators of the whole instance. */
export function administrationOfGroups(call: SettingsCall): Answer {
  const { instance, exchange, caller, baseUrl, words } = call;
  const isAdmin = caller.kind === 'known' && caller.token.right === 'admin';
  const isOwner = caller.kind === 'known' && caller.person === instance.bitbucket.user;
  if (!isAdmin || !isOwner || instance.rules.notAdministered.has('')) {
    return unauthorized('forbidden');
  }
  const { groups } = instance.settings;
  if (words[0] === undefined) {
    return page(call, [...groups.keys()], (name) => ({ name, deletable: true }), ['filter']);
  }
  const context = exchange.query.get('context');
  if (context === null) return invalid('context is required.');
  const members = groups.get(context) ?? [];
  return page(call, members, (person) => personJson(instance, baseUrl, person), [
    'context',
    'filter',
  ]);
}
