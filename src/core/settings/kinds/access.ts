import * as z from 'zod';
import { accessLevels } from '../../ports/records/source-settings.ts';
import {
  accessText,
  type FoundGrant,
  repositoryRoles,
  roleWords,
  type TargetGrant,
} from '../../ports/records/target-settings.ts';
import type { ApplyContext, OrganizationState } from '../applying/apply-context.ts';
import {
  type Decision,
  notShown,
  outcomeOf,
  perform,
  type SettingOutcome,
} from '../applying/setting-outcome.ts';
import { mapAccess } from '../mapping/access.ts';
import { isHigher } from '../target-rules.ts';
import { findGrant, isRaised, rank } from './found-grants.ts';
import type { SettingKind } from './kind.ts';
import { actor, level, listPart, targetActor, teamsAmong } from './schemas.ts';

interface Sets {
  readonly access: readonly TargetGrant[];
}

/** Access of teams and people. */
export const access: SettingKind<Sets> = {
  parts: {
    access: {
      title: 'permissions',
      schema: z
        .array(z.object({ actor, level: z.enum(accessLevels), from: level }))
        .default([])
        .describe("Explicit user and group permissions, including the project's."),
    },
  },
  planned: ['access'],
  map: ({ settings }, context) =>
    mapAccess(settings.access, context).map(({ item, grant }) => ({
      item,
      set: { access: grant === null ? [] : [grant] },
    })),
  sets: {
    access: {
      ...listPart(
        z.strictObject({ actor: targetActor, role: z.enum(repositoryRoles) }),
        widestGrants,
      ),
      teams: (grants) => teamsAmong(grants.map((grant) => grant.actor)),
    },
  },
  // Teams, people and invitations, before and after.
  costs: ({ access: { length } }) => ({
    reads: length === 0 ? 0 : 2 * 3,
    writes: length,
    creating: 0,
  }),
  applied: {
    kind: 'access',
    phase: 'access',
    isRaisedByPeople: true,
    named: (wanted) => wanted.access.map(accessName),
    apply: (context, wanted, nobodyWrites) => applyAccess(context, wanted.access, nobodyWrites),
  },
};

/** Each actor once: groups may share a team. */
function widestGrants(grants: readonly TargetGrant[]): readonly TargetGrant[] {
  const byActor = Map.groupBy(grants, ({ actor }) => `${actor.kind} ${actor.name.toLowerCase()}`);
  return [...byActor.values()].map((same) =>
    same.reduce((one, other) => (isHigher(other.role, one.role) ? other : one)),
  );
}

export function accessName({ actor }: TargetGrant) {
  return { kind: 'access', name: `${actor.kind} ${actor.name}` } as const;
}

/** The greatest role that writes nothing. */
const reading = 'triage';

/**
 * Roles of teams and people. Nobody's role is lowered, and nobody outside is invited unasked.
 * @param nobodyWrites why roles that write are not given yet: such people may only read until then
 */
async function applyAccess(
  context: ApplyContext,
  wanted: readonly TargetGrant[],
  nobodyWrites: string | null,
): Promise<readonly SettingOutcome[]> {
  const organization = await context.organization();
  // In a new repository as well: a role that somebody gives meanwhile would be lowered unseen.
  const found = await list(context);
  const all = wanted.map((grant) => {
    const own = asPersonal(withSlug(grant, organization), organization);
    return { grant: nobodyWrites === null ? own : withoutWriting(own, found), wanted: own.role };
  });
  const grants = all.map(({ grant }) => grant);
  const outcomes = await applyGrants(context, grants, { found, organization });
  return outcomes.map((outcome, index) => {
    const role = all[index]?.wanted;
    if (role === undefined || role === grants[index]?.role || outcome.state === 'refused')
      return outcome;
    return { ...outcome, state: 'waiting', note: `no ${accessText(role)} ${nobodyWrites}` };
  });
}

/** "Only valid on organization-owned repositories", GitHub's description says of roles: others give push. */
function asPersonal(grant: TargetGrant, { isPersonal }: OrganizationState): TargetGrant {
  return isPersonal && rank(grant.role) > rank('push') ? { ...grant, role: 'push' } : grant;
}

/** Returns the part of a writing role that may be given now; who may write already keeps it. */
function withoutWriting(grant: TargetGrant, found: readonly FoundGrant[]): TargetGrant {
  const there = findGrant(found, grant);
  const mayWrite = there?.role == null ? there !== null : rank(there.role) >= rank(grant.role);
  return rank(grant.role) <= rank(reading) || mayWrite ? grant : { ...grant, role: 'pull' };
}

async function applyGrants(
  context: ApplyContext,
  grants: readonly TargetGrant[],
  { found, organization }: { found: readonly FoundGrant[]; organization: OrganizationState },
): Promise<readonly SettingOutcome[]> {
  const outcomes: SettingOutcome[] = [];
  for (const grant of grants) {
    const decision = decide(context, grant, { found, organization });
    outcomes.push(await perform(context, accessName(grant), decision));
  }
  if (!outcomes.some(({ state }) => state === 'written')) return outcomes;
  const now = await list(context);
  return outcomes.map((outcome, index) => {
    const grant = grants[index];
    if (outcome.state !== 'written' || grant === undefined) return outcome;
    return readBack(outcome, grant, now);
  });
}

function list({ target, targetName, signal }: ApplyContext): Promise<readonly FoundGrant[]> {
  return target.settings.repository.listAccess({ ...targetName, signal });
}

/** A team's name in the plan may differ from its address. */
function withSlug(grant: TargetGrant, { teams }: OrganizationState): TargetGrant {
  const slug = grant.actor.kind === 'team' ? teams.get(grant.actor.name)?.slug : undefined;
  return slug === undefined ? grant : { ...grant, actor: { kind: 'team', name: slug } };
}

function decide(
  context: ApplyContext,
  grant: TargetGrant,
  { found, organization }: { found: readonly FoundGrant[]; organization: OrganizationState },
): Decision {
  const { target, targetName, signal, invite } = context;
  const { actor, role } = grant;
  const write = async () => {
    await target.settings.repository.grant({ ...targetName, grant, signal });
    return undefined;
  };
  const there = findGrant(found, grant);
  const isCrowded = actor.kind === 'team' && organization.withheld.has(actor.name);
  if (isCrowded && isRaised(there, grant)) {
    return {
      state: 'waiting',
      note: `gets no ${accessText(role)}: it has members that the plan does not list`,
    };
  }
  const taken = takenByOthers(context, grant, there);
  if (taken !== null) return taken;
  if (there !== null) return decideAbout(there, grant, write);
  if (organization.isPersonal && rank(role) < rank('push')) {
    return {
      state: 'waiting',
      note: `gets no ${accessText(role)}: collaborators on a personal account always have write access`,
    };
  }
  if (actor.kind === 'team' && !organization.teams.has(actor.name)) {
    if (organization.coming.has(actor.name)) return { write, note: accessText(role) };
    return { state: 'refused', note: `The organization has no team ${actor.name}` };
  }
  const isOutside =
    actor.kind === 'user' && organization.members?.has(actor.name.toLowerCase()) !== true;
  if (isOutside && !invite) {
    return {
      state: 'waiting',
      note: 'not in the organization; --invite would take 1 seat',
    };
  }
  return { write, note: isOutside ? `will be invited: ${accessText(role)}` : accessText(role) };
}

/** Leaves access that an earlier run gave, and that somebody has removed or lowered since. */
function takenByOthers(
  context: ApplyContext,
  grant: TargetGrant,
  there: FoundGrant | null,
): Decision | null {
  const given = context.given?.get(accessName(grant).name);
  if (given === undefined) return null;
  if (there !== null && !isRaised(there, { ...grant, role: given })) return null;
  const { role = null } = there ?? {};
  const lowered = role === null ? 'lowered' : `lowered to ${accessText(role)}`;
  const note = `was ${there === null ? 'removed' : lowered} on GitHub; the plan says ${roleWords[grant.role].name.toLowerCase()}`;
  return { state: 'kept', note, differs: 'stricter' };
}

function decideAbout(
  there: FoundGrant,
  { role }: TargetGrant,
  write: () => Promise<undefined>,
): Decision {
  const planned = roleWords[role].name.toLowerCase();
  if (there.role === null) {
    return { state: 'kept', note: `has a custom role; the plan says ${planned}` };
  }
  const note = `can ${roleWords[there.role].can}; the plan says ${planned}`;
  if (isHigher(there.role, role)) return { state: 'kept', note, differs: 'looser' };
  if (isHigher(role, there.role)) return { write, note, differs: 'stricter' };
  return { state: 'equal', note: there.isInvited ? 'invited, but not accepted yet' : null };
}

function readBack(
  outcome: SettingOutcome,
  grant: TargetGrant,
  now: readonly FoundGrant[],
): SettingOutcome {
  const there = findGrant(now, grant);
  if (there === null) {
    return outcomeOf(outcome, notShown);
  }
  if (there.role === grant.role) {
    return there.isInvited ? { ...outcome, note: 'invited' } : outcome;
  }
  const note = `GitHub gave ${there.role ?? 'another role'}, not ${grant.role}`;
  const isMore = there.role !== null && rank(there.role) > rank(grant.role);
  return outcomeOf(outcome, { state: 'kept', note, differs: isMore ? 'looser' : 'stricter' });
}
