import { hasCode } from '../../../../kernel/errors.ts';
import { count, namesText } from '../../../../kernel/format/format.ts';
import type { FoundTeam } from '../../../../ports/records/target-settings.ts';
import {
  outcomeOf,
  perform,
  type SettingOutcome,
  withNotes,
} from '../../../../settings/applying/setting-outcome.ts';
import type { OrganizationContext } from '../../../context/settings/settings-context.ts';

export type PlannedTeam = NonNullable<OrganizationContext['plan']['teams']>[number];

export interface TeamMembers {
  readonly planned: PlannedTeam;
  /** Members of the teams that the plan puts below it. */
  readonly below: readonly string[];
  /** Logins in the organization, in lower case; `null`: unknown. */
  readonly members: ReadonlySet<string> | null;
}

/**
 * Adds to a team whom the plan lists, unless that would give them or others access that nobody has accepted.
 * @param given isOpen: the team is ours, or the plan accepts who else is in it
 * @returns isCrowded: it has other members, who would get what the plan gives it
 */
export async function fillTeam(
  context: OrganizationContext,
  given: TeamMembers & { team: FoundTeam; isOpen: boolean; isNew: boolean },
): Promise<{ outcome: SettingOutcome; isCrowded: boolean }> {
  const { planned, team, members, isOpen } = given;
  const mayFill = given.isNew || !context.fillsNewTeamsOnly;
  const { target, owner, invite, signal } = context;
  const named = { kind: 'team', name: planned.name } as const;
  const port = target.settings.organization;
  const place = { organization: owner.login, team: team.slug, signal };
  const present = new Set((await port.listTeamMembers(place)).map((login) => login.toLowerCase()));
  const others = countOthers(given, present, context);
  const besides = others > 0 && `It has ${count(others, 'member')} that the plan does not list`;
  // Nor do the group's members get what such a team has elsewhere.
  if (others > 0 && !isOpen) {
    return {
      outcome: withNotes(outcomeOf(named, { state: 'waiting' }), [besides]),
      isCrowded: true,
    };
  }
  const absent = mayFill
    ? planned.members.filter((login) => !present.has(login.toLowerCase()))
    : [];
  const outside = absent.filter((login) => members?.has(login.toLowerCase()) !== true);
  const invited: string[] = [];
  for (const login of outside) {
    if ((await port.findMembership({ ...place, login })) !== null) invited.push(login);
  }
  const missing = outside.filter((login) => !invited.includes(login));
  const wanted = absent.filter(
    (login) => !invited.includes(login) && (invite || !missing.includes(login)),
  );
  // What such a team has elsewhere, who joins it would get.
  const elsewhere = isOpen || wanted.length === 0 ? [] : await listOthers(context, team);
  const notes = [
    elsewhere.length > 0 && elsewhereText(wanted, elsewhere),
    invited.length > 0 && `Invited, but not accepted yet: ${invited.join(', ')}`,
    missing.length > 0 && outsideText(missing, invite),
    planned.incomplete && unknownText(planned),
    besides,
  ];
  if (wanted.length === 0 || elsewhere.length > 0) {
    const stays = await leave(context, { planned, team, present });
    const state = missing.length + elsewhere.length > 0 ? 'waiting' : 'equal';
    return { outcome: withNotes(outcomeOf(named, { state }), [...notes, stays]), isCrowded: false };
  }
  const outcome = await perform(context, named, {
    note: `will be added: ${wanted.join(', ')}`,
    async write() {
      for (const login of wanted) await port.addTeamMember({ ...place, login });
      return { note: `added: ${wanted.join(', ')}` };
    },
  });
  const stays = await leave(context, { planned, team, present });
  return { outcome: withNotes(outcome, [...notes, stays]), isCrowded: false };
}

/** Repositories outside the plan. */
async function listOthers(
  { target, owner, plan, signal }: OrganizationContext,
  { slug }: FoundTeam,
): Promise<readonly string[]> {
  const own = new Set(plan.repositories.map((one) => one.target.toLowerCase()));
  const request = { organization: owner.login, team: slug, signal };
  const all = await target.settings.organization.listTeamRepositories(request);
  return all.filter((name) => !own.has(name.toLowerCase()));
}

function elsewhereText(logins: readonly string[], repositories: readonly string[]): string {
  const where = namesText(repositories, mostNames);
  return `Not added: ${logins.join(', ')}, who would also get access to ${where}. Add them, or "accept": "looser" to the team in the plan`;
}

const mostNames = 5;

function outsideText(logins: readonly string[], invite: boolean): string {
  const seats = count(logins.length, 'seat');
  return invite
    ? `Invited: ${logins.join(', ')} (${seats})`
    : `Not in the organization: ${logins.join(', ')}; --invite would take ${seats}`;
}

/** Plans of earlier versions do not name them. */
function unknownText({ withoutLogin = [] }: PlannedTeam): string {
  return withoutLogin.length === 0
    ? 'Members without a known login are missing'
    : `Missing, without a known login: ${namesText(withoutLogin)}`;
}

/** Members of an existing team, and of those below it, get what it gets. */
function countOthers(
  { planned, below }: TeamMembers,
  present: ReadonlySet<string>,
  { account }: OrganizationContext,
): number {
  const lower = (login: string) => login.toLowerCase();
  const known = new Set([...planned.members, account.username ?? ''].map(lower));
  return new Set([...present, ...below.map(lower)]).difference(known).size;
}

const left = '{"left":true}';

/** An account that creates a team belongs to it: our account leaves, unless the plan names it. @returns why it could not */
async function leave(
  context: OrganizationContext,
  {
    planned,
    team,
    present,
  }: { planned: PlannedTeam; team: FoundTeam; present: ReadonlySet<string> },
): Promise<string | false> {
  const { writer, account, target, owner, signal } = context;
  const login = account.username;
  const own = (await writer?.findObject('team', planned.name)) ?? null;
  if (writer === null || login === null || own?.targetId !== team.id || own.data === left) {
    return false;
  }
  const isPlanned = planned.members.some((one) => one.toLowerCase() === login.toLowerCase());
  if (!isPlanned && present.has(login.toLowerCase())) {
    try {
      const place = { organization: owner.login, team: team.slug };
      await target.settings.organization.removeTeamMember({ ...place, login, signal });
    } catch (thrown) {
      if (!hasCode(thrown, 'refused', 'permission')) throw thrown;
      return `${login}, who created it, could not be removed from the team`;
    }
  }
  await writer.saveObjectData('team', planned.name, left);
  return false;
}
