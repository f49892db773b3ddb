import { readHead } from '../../git/bare-repository.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { githubError, notFound } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import { listed } from '../settings/listed.ts';
import type { OrganizationHandler, OrganizationRoute } from '../settings/organization-call.ts';
import type { SettingsCall, SettingsRoute } from '../settings/settings-call.ts';
import { rulesetsFor } from './applicable.ts';
import { fitsPattern } from './patterns.ts';
import { invalid, type RulesetPlace, readRuleset } from './read-ruleset.ts';
import type { GithubRuleset } from './records.ts';
import {
  fullRulesetJson,
  type RulesetSource,
  ruleJson,
  rulesetJson,
  sourceOf,
} from './ruleset-json.ts';

const mostRulesets = 75;

/** A list of rulesets with what its answers are made of. */
interface Place extends Call {
  readonly owner: GithubAccount;
  readonly rulesets: GithubRuleset[];
  readonly source: RulesetSource;
  readonly isAdmin: boolean;
}

function placeOf(call: SettingsCall): Place {
  const { repository, permissions } = call;
  const { owner, settings } = repository;
  const { rulesets } = settings;
  return { ...call, owner, rulesets, source: { repository }, isAdmin: permissions.admin };
}

/** A free account has none in private repositories, and organizations none of their own. */
function refusePlan(call: Call, owner: GithubAccount, isPrivate: boolean): Answer | null {
  if (call.enterprise !== null || owner.plan !== 'free' || !isPrivate) return null;
  return githubError(
    403,
    'Upgrade to GitHub Pro or make this repository public to enable this feature.',
  );
}

const inRepository =
  (handle: (call: SettingsCall) => Answer | Promise<Answer>) => (call: SettingsCall) =>
    refusePlan(call, call.repository.owner, call.repository.private) ?? handle(call);

const list = inRepository((call) => {
  const { repository, exchange, addresses } = call;
  const withParents = exchange.query.get('includes_parents') !== 'false';
  return listed(call, {
    items: withParents ? rulesetsFor(repository) : repository.settings.rulesets,
    parameters: ['includes_parents'],
    toJson: (one) => rulesetJson(one, sourceOf(repository, one), addresses),
  });
});

async function create(place: Place): Promise<Answer> {
  const { rulesets, host } = place;
  if (rulesets.length >= mostRulesets) {
    return invalid(`Cannot have more than ${mostRulesets} rulesets`);
  }
  const read = await readRuleset(place, rulesetPlace(place, null));
  if ('status' in read) return read;
  const now = host.now();
  const made = { ...read, id: host.nextId(), createdAt: now, updatedAt: now };
  rulesets.push(made);
  return jsonAnswer(201, fullRulesetJson(made, place.source, place));
}

function rulesetPlace(place: Place, before: GithubRuleset | null): RulesetPlace {
  const { owner, rulesets, source } = place;
  const others = rulesets.filter((one) => one !== before);
  return { owner, isOrganization: 'organization' in source, others, before };
}

function one(place: Place, all: readonly GithubRuleset[], id: string | undefined): Answer {
  const found = all.find((ruleset) => String(ruleset.id) === id);
  if (found === undefined) return notFound();
  const isOwn = place.rulesets.includes(found);
  const source = isOwn ? place.source : ({ organization: place.owner } as const);
  return jsonAnswer(200, fullRulesetJson(found, source, place));
}

async function update(place: Place, id: string | undefined): Promise<Answer> {
  const { rulesets, host } = place;
  const before = rulesets.find((ruleset) => String(ruleset.id) === id);
  if (before === undefined) return notFound();
  const read = await readRuleset(place, rulesetPlace(place, before));
  if ('status' in read) return read;
  const made = { ...read, id: before.id, createdAt: before.createdAt, updatedAt: host.now() };
  rulesets[rulesets.indexOf(before)] = made;
  return jsonAnswer(200, fullRulesetJson(made, place.source, place));
}

function remove({ rulesets }: Place, id: string | undefined): Answer {
  const index = rulesets.findIndex((ruleset) => String(ruleset.id) === id);
  if (index < 0) return notFound();
  rulesets.splice(index, 1);
  return emptyAnswer(204);
}

/** `GET …/rules/branches/{branch}`: the rules in force there, whosever they are. */
const listRules = inRepository((call) => {
  const { repository } = call;
  const ref = `refs/heads/${call.words[0] ?? ''}`;
  const defaultBranch = readHead(repository.directory);
  const fits = (pattern: string) => fitsPattern(pattern, { ref, defaultBranch });
  const inForce = rulesetsFor(repository).filter(
    ({ enforcement, target, refs }) =>
      enforcement === 'active' &&
      target === 'branch' &&
      refs.include.some(fits) &&
      !refs.exclude.some(fits),
  );
  return listed(call, {
    items: inForce.flatMap((ruleset) => ruleset.rules.map((rule) => ({ ruleset, rule }))),
    toJson({ ruleset, rule }) {
      const source = sourceOf(repository, ruleset);
      const { source: name, source_type: type } = rulesetJson(ruleset, source, call.addresses);
      return {
        ...ruleJson(rule),
        ruleset_id: ruleset.id,
        ruleset_source: name,
        ruleset_source_type: type,
      };
    },
  });
});

export const rulesetRoutes: Readonly<Record<string, SettingsRoute>> = {
  'GET rulesets': { needs: 'pull', handle: list },
  'POST rulesets': { needs: 'admin', handle: inRepository((call) => create(placeOf(call))) },
  'GET rulesets/*': {
    needs: 'pull',
    handle: inRepository((call) => one(placeOf(call), rulesetsFor(call.repository), call.words[0])),
  },
  'PUT rulesets/*': {
    needs: 'admin',
    handle: inRepository((call) => update(placeOf(call), call.words[0])),
  },
  'DELETE rulesets/*': {
    needs: 'admin',
    handle: inRepository((call) => remove(placeOf(call), call.words[0])),
  },
  'GET rules/branches/*': { needs: 'pull', handle: listRules },
};

const inOrganization =
  (
    handle: (place: Place, id: string | undefined) => Answer | Promise<Answer>,
  ): OrganizationHandler =>
  (call) => {
    const { organization } = call;
    const { rulesets } = organization;
    const place = {
      ...call,
      owner: organization,
      rulesets,
      source: { organization },
      isAdmin: true,
    };
    return refusePlan(call, organization, true) ?? handle(place, call.words[0]);
  };

const listOfOrganization: OrganizationHandler = (call) =>
  listed(call, {
    items: call.organization.rulesets,
    toJson: (one) => rulesetJson(one, call, call.addresses),
  });

/** Others than owners are not told that there is such an address. */
export const organizationRulesetRoutes: Readonly<Record<string, OrganizationRoute>> = {
  'GET rulesets': { needs: 'hide', handle: listOfOrganization },
  'POST rulesets': { needs: 'hide', handle: inOrganization(create) },
  'GET rulesets/*': {
    needs: 'hide',
    handle: inOrganization((place, id) => one(place, place.rulesets, id)),
  },
  'PUT rulesets/*': { needs: 'hide', handle: inOrganization(update) },
  'DELETE rulesets/*': { needs: 'hide', handle: inOrganization(remove) },
};
