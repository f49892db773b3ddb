import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import { type Answer, emptyAnswer } from '../../network/answer.ts';
import { dataCenterError, ownJson } from '../answers.ts';
import { userNameOf } from '../instance.ts';
import { personJson } from '../json/people-json.ts';
import { invalid, pageAnswer } from '../page.ts';
import { keyJson } from './key-json.ts';
import { placeOf, type SettingsCall, scopeJson } from './place.ts';
import {
  anyRef,
  matcherTypes,
  type RefMatcher,
  type RefRestriction,
  restrictionTypes,
} from './records.ts';

type Body = Readonly<Record<string, unknown>>;

export function matcherJson({ type, id }: RefMatcher) {
  return {
    id,
    displayId: type === 'ANY_REF' ? 'ANY_REF_MATCHER_ID' : id.replace(/^refs\/heads\//, ''),
    type: { id: type, name: matcherTypes[type] },
  };
}

/** `GET …/restrictions` */
export function listRestrictions(call: SettingsCall): Answer {
  const { exchange, instance, repository } = call;
  const { own, project } = placeOf(call);
  const wanted = (name: string) => exchange.query.get(name);
  const fits = ({ type, matcher }: RefRestriction): boolean =>
    [type, null].includes(wanted('type') as RefRestriction['type'] | null) &&
    [matcher.type, null].includes(wanted('matcherType') as RefMatcher['type'] | null) &&
    [matcher.id, null].includes(wanted('matcherId'));
  const inherited = repository !== null && instance.settings.listsInherited;
  const above = { ...call, repository: null };
  const items = [
    ...own.restrictions.map((one) => ({ one, from: call })),
    ...(inherited ? project.restrictions.map((one) => ({ one, from: above })) : []),
  ];
  return pageAnswer(instance, exchange, {
    items: items.filter(({ one }) => fits(one)),
    mostRows: 1000,
    parameters: ['type', 'matcherType', 'matcherId'],
    toJson: ({ one, from }) => restrictionJson(from, one),
  });
}

/** One, or with a content type of their own many at once: all of them or none. */
export async function createRestrictions(call: SettingsCall): Promise<Answer> {
  const { exchange, instance } = call;
  const isBulk = /^application\/vnd\.atl\.bitbucket\.bulk\+json/.test(
    exchange.headers['content-type'] ?? '',
  );
  const body = parse((await exchange.readBody()).toString('utf8'));
  if (body === undefined || Array.isArray(body) !== isBulk) return invalid('Malformed request');
  const wanted = (isBulk ? body : [body]) as readonly Body[];
  const read = wanted.map((one) => readRestriction(call, one));
  const refusal = read.find((one) => typeof one === 'string');
  if (refusal !== undefined) return invalid(refusal);
  const made = read.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const added = made.map((one) => ({ ...one, id: instance.settings.nextId() }));
  placeOf(call).own.restrictions.push(...added);
  const json = added.map((one) => restrictionJson(call, one));
  return ownJson(200, isBulk ? json : json[0]);
}

export function getRestriction(call: SettingsCall): Answer {
  const found = find(call);
  return found === undefined ? noRestriction(call) : ownJson(200, restrictionJson(call, found));
}

export function deleteRestriction(call: SettingsCall): Answer {
  const found = find(call);
  if (found === undefined) return noRestriction(call);
  const { restrictions } = placeOf(call).own;
  restrictions.splice(restrictions.indexOf(found), 1);
  return emptyAnswer(204);
}

function find(call: SettingsCall): RefRestriction | undefined {
  return placeOf(call).own.restrictions.find(({ id }) => String(id) === call.words[0]);
}

function noRestriction({ words }: SettingsCall): Answer {
  return dataCenterError(
    404,
    `No restriction with ID ${words[0] ?? ''} exists.`,
    'com.atlassian.bitbucket.NoSuchEntityException',
  );
}

function restrictionJson(call: SettingsCall, one: RefRestriction) {
  const { instance, baseUrl } = call;
  return {
    id: one.id,
    scope: scopeJson(call),
    type: one.type,
    matcher: matcherJson(one.matcher),
    users: one.users.map((person) => personJson(instance, baseUrl, person)),
    groups: one.groups,
    accessKeys: one.accessKeys.map((key) => keyJson(call, key)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns a sentence where it cannot be taken */
function readRestriction(call: SettingsCall, body: Body): Omit<RefRestriction, 'id'> | string {
  const type = restrictionTypes.find((one) => one === body.type);
  if (type === undefined) return `'${String(body.type)}' is not a valid restriction type.`;
  const matcher = readMatcher(body.matcher);
  if (matcher === null) return 'A matcher with ID and type is required.';
  const groups = namesOf(body.groups ?? body.groupNames);
  const missing = groups.find((name) => !call.instance.settings.groups.has(name));
  if (missing !== undefined) return `Group '${missing}' does not exist.`;
  const users = readUsers(call, namesOf(body.users ?? body.userSlugs));
  if (typeof users === 'string') return users;
  const { keys } = placeOf(call).own;
  const ids = Array.isArray(body.accessKeyIds) ? (body.accessKeyIds as unknown[]) : [];
  return { type, matcher, users, groups, accessKeys: keys.filter(({ id }) => ids.includes(id)) };
}

function readMatcher(value: unknown): RefMatcher | null {
  const { id, type } = (value ?? {}) as { id?: unknown; type?: { id?: unknown } };
  const known = (Object.keys(matcherTypes) as RefMatcher['type'][]).find((one) => one === type?.id);
  if (known === undefined || typeof id !== 'string' || id === '') return null;
  return known === 'ANY_REF' ? anyRef : { type: known, id };
}

/** People are named by a text, or by an object with their name. */
function namesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).map((one) =>
    typeof one === 'string' ? one : String((one as { name?: unknown }).name),
  );
}

function readUsers(
  { instance }: SettingsCall,
  names: readonly string[],
): readonly BitbucketPerson[] | string {
  const found = names.map((name) =>
    instance.bitbucket.people.find((one) => userNameOf(one).toLowerCase() === name.toLowerCase()),
  );
  const missing = names[found.indexOf(undefined)];
  return missing === undefined
    ? found.filter((one) => one !== undefined)
    : `User '${missing}' does not exist.`;
}
