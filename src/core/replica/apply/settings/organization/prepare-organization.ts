import { hasCode } from '../../../../kernel/errors.ts';
import type { FoundPerson, FoundTeam } from '../../../../ports/records/target-settings.ts';
import type { OrganizationState } from '../../../../settings/applying/apply-context.ts';
import { noneShared } from '../../../../settings/applying/apply-context.ts';
import { outcomeOf, type SettingOutcome } from '../../../../settings/applying/setting-outcome.ts';
import { sharedRulesets } from '../../../../settings/compare/shared-rulesets.ts';
import { planDigest } from '../../../context/identity.ts';
import type { OrganizationContext } from '../../../context/settings/settings-context.ts';
import { basePermissionOutcome } from './base-permission.ts';
import { prepareTeam } from './prepare-team.ts';

/**
 * Reads the teams and people of the organization, and creates and fills the teams of the plan. Done once in a run, before any
 * repository gets access; done again after a crash it finds what is there by its name.
 */
export async function prepareOrganization(
  context: OrganizationContext,
): Promise<OrganizationState> {
  const { owner, plan } = context;
  const { teams: planned = [] } = plan;
  if (owner.kind !== 'organization') return personalAccount(context);
  const people = await listMembers(context);
  const found = await listTeams(context);
  const members = people === null ? null : new Set(people.map(({ login }) => login.toLowerCase()));
  const teams = new Map(found.map((team) => [team.slug, team]));
  const outcomes: SettingOutcome[] = [...basePermissionOutcome(owner)];
  const withheld = new Set<string>();
  const coming = new Set<string>();
  for (const team of parentsFirst(planned)) {
    const below = planned.filter((one) => isBelow(one, team, planned)).flatMap(membersOf);
    const given = { planned: team, found, teams, coming, members, below };
    const { outcome, made, isCrowded } = await prepareTeam(context, given);
    outcomes.push(outcome);
    if (outcome.state === 'missing' && made === null) coming.add(team.name);
    if (made === null) continue;
    teams.set(made.slug, made).set(team.name, made);
    if (isCrowded) withheld.add(made.slug);
  }
  const visible = [...teams.values()].filter(({ isSecret }) => !isSecret);
  return {
    teams,
    members,
    coming,
    withheld,
    isPersonal: false,
    ids: {
      teams: new Map(visible.map(({ slug, id }) => [slug, id])),
      users: new Map((people ?? []).map(({ login, id }) => [login.toLowerCase(), id])),
    },
    shared: sharedRulesets(plan, planDigest(plan)),
    outcomes,
  };
}

/** A person's account has neither teams nor members. */
function personalAccount({ owner, plan }: OrganizationContext): OrganizationState {
  const note = `${owner.login} is a personal account, which has no teams`;
  return {
    teams: new Map(),
    members: null,
    coming: new Set(),
    withheld: new Set(),
    isPersonal: true,
    ids: { teams: new Map(), users: new Map() },
    shared: noneShared,
    outcomes: (plan.teams ?? []).map(({ name }) =>
      outcomeOf({ kind: 'team', name }, { state: 'refused', note }),
    ),
  };
}

/** `null` where the credentials may not list them: then nobody counts as a member. */
async function listMembers(context: OrganizationContext): Promise<readonly FoundPerson[] | null> {
  const { target, owner, signal } = context;
  try {
    return await target.settings.organization.listMembers({ organization: owner.login, signal });
  } catch (thrown) {
    if (hasCode(thrown, 'permission', 'refused')) return null;
    throw thrown;
  }
}

async function listTeams(context: OrganizationContext): Promise<readonly FoundTeam[]> {
  const { target, owner, signal } = context;
  try {
    return await target.settings.organization.listTeams({ organization: owner.login, signal });
  } catch (thrown) {
    if (hasCode(thrown, 'permission', 'refused')) return [];
    throw thrown;
  }
}

type Planned = NonNullable<OrganizationContext['plan']['teams']>[number];

/** Teams above stand before those below; of a circle the plan's order is kept. */
function parentsFirst(teams: readonly Planned[]): readonly Planned[] {
  const left = new Set(teams);
  const ordered: Planned[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(({ parent }) => ![...left].some(({ name }) => name === parent));
    for (const team of ready.length === 0 ? [...left] : ready) {
      ordered.push(team);
      left.delete(team);
    }
  }
  return ordered;
}

const membersOf = ({ members }: Planned) => members;

/** Members of a team below count as members of those above. Of a circle no more teams are followed than there are. */
function isBelow(
  { parent }: Planned,
  above: Planned,
  all: readonly Planned[],
  steps = all.length,
): boolean {
  if (parent === undefined || steps === 0) return false;
  const next = all.find(({ name }) => name === parent);
  return parent === above.name || (next !== undefined && isBelow(next, above, all, steps - 1));
}
