import type { Answer } from '../../network/answer.ts';
import { bitbucketError } from '../rest/answers.ts';
import type { Call } from '../rest/rest-route.ts';
import { type BranchRestriction, branchTypes, restrictionKinds } from './records.ts';

type Wanted = Omit<BranchRestriction, 'id'>;
type Body = Readonly<Record<string, unknown>>;

/** Kinds that stop everybody but those who are listed. All others have no exceptions. */
const withExceptions = ['push', 'restrict_merges'];

/** A restriction from the body of a request, or the answer that refuses it. */
export async function readRestriction(
  call: Call,
  others: readonly BranchRestriction[],
): Promise<Wanted | Answer> {
  const body = await readBody(call);
  if (body === null) return bitbucketError(400, 'Bad request');
  const kind = restrictionKinds.find((one) => one === body.kind);
  if (kind === undefined) return wrong('kind', 'Invalid kind.');
  const match = readMatch(body);
  if (match === null) return wrong('pattern', 'A pattern or a branch type is required.');
  const exceptions = readExceptions(call, body, withExceptions.includes(kind));
  if ('status' in exceptions) return exceptions;
  const value = body.value ?? null;
  if (value !== null && !Number.isInteger(value)) return wrong('value', 'Must be a whole number.');
  const isDouble = others.some(
    (one) => one.kind === kind && JSON.stringify(one.match) === JSON.stringify(match),
  );
  if (isDouble) return wrong('kind', 'A restriction of this kind exists for these branches.');
  return { kind, match, value: value as number | null, ...exceptions };
}

async function readBody({ exchange }: Call): Promise<Body | null> {
  try {
    const value: unknown = JSON.parse((await exchange.readBody()).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}

function readMatch(body: Body): BranchRestriction['match'] | null {
  const { branch_match_kind: matchKind = 'glob', pattern, branch_type: type } = body;
  if (matchKind === 'branching_model') {
    const branchType = branchTypes.find((one) => one === type);
    return branchType === undefined ? null : { branchType };
  }
  const isGlob = matchKind === 'glob' && typeof pattern === 'string' && pattern !== '';
  return isGlob ? { pattern } : null;
}

function readExceptions(
  { context }: Call,
  body: Body,
  allowed: boolean,
): Pick<Wanted, 'users' | 'groups'> | Answer {
  const { host } = context;
  if (allowed && (body.users === undefined || body.groups === undefined)) {
    return wrong('users', 'Users and groups are required for this kind.');
  }
  const users = listOf(body.users).map((wanted) =>
    host.people.find(
      ({ uuid, accountId }) => uuid === wanted.uuid || accountId === wanted.account_id,
    ),
  );
  const groups = listOf(body.groups).map((wanted) =>
    host.settings.groups.find(({ slug }) => slug === wanted.slug),
  );
  if (!allowed && users.length + groups.length > 0) {
    return wrong('users', 'Users and groups are not allowed for this kind.');
  }
  const known = { users: users.filter(isThere), groups: groups.filter(isThere) };
  if (known.users.length < users.length) return wrong('users', 'User not found.');
  return known.groups.length < groups.length ? wrong('groups', 'Group not found.') : known;
}

function listOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as Body[]) : [];
}

function isThere<T>(found: T | undefined): found is T {
  return found !== undefined;
}

function wrong(field: string, sentence: string): Answer {
  return bitbucketError(400, 'Bad request', { fields: { [field]: [sentence] } });
}
