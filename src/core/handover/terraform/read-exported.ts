import { inParallel } from '../../kernel/async/in-parallel.ts';
import { hasCode } from '../../kernel/errors.ts';
import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import type { FoundTeam, TargetGrant } from '../../ports/records/target-settings.ts';
import type { ActorIds } from '../../ports/settings-target.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import { chosenSettings } from '../../settings/plan/planned-settings.ts';
import { rulesetPrefix } from '../../settings/rulesets/name-rulesets.ts';
import type { Arrived } from '../arrived.ts';
import type { Exported, ExportedRepository, ExportedRuleset, ExportedTeam } from './exported.ts';

interface Reading {
  readonly target: TargetHost;
  readonly plan: Plan;
  /** Repositories that are on GitHub, with their ids where those are known. */
  readonly arrived: readonly (Pick<Arrived, 'id'> & { readonly planned: PlannedRepository })[];
  readonly signal: AbortSignal;
}

/** Repositories at a time; the host's rate limit decides. */
const concurrency = 4;

/**
 * Reads from GitHub what the settings of a plan have become there: what is missing cannot be imported. Some five requests a
 * repository.
 */
export async function readExported(reading: Reading): Promise<Omit<Exported, 'baseUrl'>> {
  const { target, plan, arrived, signal } = reading;
  const { organization } = plan.target;
  const account = await target.verifyCredentials({ signal });
  const owner = await target.findOwner({ name: organization, account, signal });
  const place: Place = { ...reading, organization: owner.login };
  const isOrganization = owner.kind === 'organization';
  const found = isOrganization
    ? await target.settings.organization.listTeams({ organization: owner.login, signal })
    : [];
  const ids = isOrganization ? await actorIds(place, found) : noIds;
  const teams = await inParallel(teamsOf(plan, found), { concurrency, signal }, (team) =>
    readTeam(place, team),
  );
  const repositories = await inParallel(arrived, { concurrency, signal }, ({ planned }) =>
    readRepository(place, { planned, ids }),
  );
  const rulesets = isOrganization ? await readShared(place, ids) : [];
  return { organization: owner.login, teams, repositories, rulesets };
}

type Place = Reading & { readonly organization: string };

const noIds: ActorIds = { teams: new Map(), users: new Map() };

async function actorIds(
  { target, organization, signal }: Place,
  teams: readonly FoundTeam[],
): Promise<ActorIds> {
  const people = await unlessHidden(
    () => target.settings.organization.listMembers({ organization, signal }),
    [],
  );
  return {
    teams: new Map(teams.map(({ slug, id }) => [slug, id])),
    users: new Map(people.map(({ login, id }) => [login.toLowerCase(), id])),
  };
}

/** The teams of a plan that are there, with whom the plan puts into each. Pure. */
function teamsOf({ teams = [] }: Plan, found: readonly FoundTeam[]) {
  return teams.flatMap((planned) => {
    const wanted = planned.name.toLowerCase();
    const team = found.find(({ slug, name }) =>
      [slug.toLowerCase(), name.toLowerCase()].includes(wanted),
    );
    return team === undefined ? [] : [{ team, members: planned.members }];
  });
}

async function readTeam(
  { target, organization, signal }: Place,
  { team, members }: { readonly team: FoundTeam; readonly members: readonly string[] },
): Promise<ExportedTeam> {
  const { id, slug, parent } = team;
  const request = { organization, team: slug, signal };
  const present = await target.settings.organization.listTeamMembers(request);
  const isPresent = new Set(present.map((login) => login.toLowerCase()));
  return {
    ...{ name: slug, id, parent },
    members: members.filter((login) => isPresent.has(login.toLowerCase())),
  };
}

async function readRepository(
  { target, organization, signal }: Place,
  { planned, ids }: { readonly planned: PlannedRepository; readonly ids: ActorIds },
): Promise<ExportedRepository> {
  const wanted = chosenSettings(planned.settings ?? []);
  const request = { owner: organization, name: planned.target, signal };
  const port = target.settings.repository;
  const grants = wanted.access.length === 0 ? [] : await port.listAccess(request);
  const links = wanted.autolinks.length === 0 ? [] : await port.listAutolinks(request);
  const rulesets =
    wanted.rulesets.length === 0
      ? []
      : await unlessHidden(() => port.listRulesets({ ...request, prefix: rulesetPrefix, ids }), []);
  const environments = await unlessHidden(() => target.secrets.listEnvironments(request), null);
  return {
    ...{ name: planned.target, visibility: planned.visibility },
    ...{ merging: wanted.flags, autoMerge: wanted.autoMerge },
    access: grants.flatMap(({ actor, role, isInvited }): readonly TargetGrant[] =>
      isPlanned(actor, wanted.access) && role !== null && !isInvited ? [{ actor, role }] : [],
    ),
    rulesets: rulesets.map(({ id, name, ruleset }) => ({ id, name, ruleset, repositories: [] })),
    autolinks: links.filter(({ prefix }) => wanted.autolinks.some((one) => one.prefix === prefix)),
    environments: (environments ?? []).map(({ name }) => name),
  };
}

function isPlanned(actor: TargetGrant['actor'], wanted: readonly TargetGrant[]): boolean {
  const name = actor.name.toLowerCase();
  return wanted.some(
    (one) => one.actor.kind === actor.kind && one.actor.name.toLowerCase() === name,
  );
}

/** Rulesets of the organization that name only repositories of this migration, so that each is known by its name. */
async function readShared(
  { target, organization, plan, arrived, signal }: Place,
  ids: ActorIds,
): Promise<readonly ExportedRuleset[]> {
  if (plan.rulesets !== 'organization') return [];
  const { listRulesets } = target.settings.organization;
  const request = { organization, prefix: rulesetPrefix, ids, signal };
  const found = await unlessHidden(() => listRulesets(request), []);
  const names = new Map(arrived.map(({ id, planned }) => [id, planned.target]));
  return found.flatMap(({ id, name, ruleset, repositories }) => {
    const own = (repositories ?? []).flatMap((one) => names.get(one) ?? []);
    const isWhole = own.length > 0 && own.length === repositories?.length;
    return isWhole ? [{ id, name, ruleset, repositories: own }] : [];
  });
}

/** Reads something that the credentials may not be allowed to read, or that the host does not have. */
async function unlessHidden<T>(read: () => Promise<T>, instead: T): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (hasCode(thrown, 'permission', 'refused', 'not-found')) return instead;
    throw thrown;
  }
}
