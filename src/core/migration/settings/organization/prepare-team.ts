import { hasCode } from '../../../kernel/errors.ts';
import { count, namesText } from '../../../kernel/format/format.ts';
import type { FoundTeam } from '../../../ports/records/target-settings.ts';
import { adopt, createOnce } from '../create-once.ts';
import { outcomeOf, perform, refusedOutcome, type SettingOutcome } from '../setting-outcome.ts';
import type { OrganizationContext } from '../settings-context.ts';

type Planned = NonNullable<OrganizationContext['plan']['teams']>[number];

interface Given {
  readonly planned: Planned;
  /** All that were there before. */
  readonly found: readonly FoundTeam[];
  /** By slug, and by the name in the plan. */
  readonly teams: ReadonlyMap<string, FoundTeam>;
  /** Members of the teams that the plan puts below it. */
  readonly below: readonly string[];
  readonly members: ReadonlySet<string> | null;
}

interface Prepared {
  readonly outcome: SettingOutcome;
  readonly made: FoundTeam | null;
  /** The team existed before: its other members would get what the plan gives it. */
  readonly isCrowded: boolean;
}

/**
 * One team of the plan with its members. Whoever else is in it stays: then a team that was there before gets nothing, unless
 * the plan accepts that. Who joins a team of ours later was let in by somebody.
 */
export async function prepareTeam(context: OrganizationContext, given: Given): Promise<Prepared> {
  const named = { kind: 'team', name: given.planned.name } as const;
  try {
    return await prepare(context, given, named);
  } catch (thrown) {
    // Who is in it is unknown.
    const there = findTeam(given.found, given.planned.name, null);
    return { outcome: refusedOutcome(named, thrown), made: there, isCrowded: true };
  }
}

async function prepare(
  context: OrganizationContext,
  given: Given,
  named: { readonly kind: 'team'; readonly name: string },
): Promise<Prepared> {
  const { planned, teams } = given;
  const parent = planned.parent === undefined ? null : (teams.get(planned.parent) ?? null);
  if (planned.parent !== undefined && parent === null) {
    const note = `The team above it, ${planned.parent}, does not exist`;
    return { outcome: outcomeOf(named, { state: 'refused', note }), made: null, isCrowded: false };
  }
  const ownId = await recordedId(context, planned);
  const there = findTeam(given.found, planned.name, ownId);
  if (there !== null) {
    await adopt(context, { kind: 'team', id: planned.name, targetId: there.id });
    const isOurs = (await recordedId(context, planned)) === there.id;
    const isOpen = isOurs || planned.accept === 'looser';
    const filled = await fill(context, { ...given, team: there, isOpen });
    const { isCrowded } = filled;
    const notes = [
      isCrowded && withheldText,
      there.isSecret && 'It is secret, so rulesets cannot name it',
      parent !== null && there.parent !== parent.slug && `It does not stand below ${parent.slug}`,
    ];
    return { outcome: withNotes(filled.outcome, notes), made: there, isCrowded };
  }
  let made: FoundTeam | null = null;
  const created = await perform(context, named, {
    note: `to be created with ${count(planned.members.length, 'member')}`,
    async write() {
      made = await create(context, planned, parent);
      return undefined;
    },
  });
  if (made === null) return { outcome: created, made, isCrowded: false };
  const { outcome: filled } = await fill(context, { ...given, team: made, isOpen: true });
  const state = filled.state === 'equal' ? 'written' : filled.state;
  const told = withNotes(outcomeOf(named, { state, note: 'created' }), [filled.note ?? false]);
  return { outcome: { ...told, hint: filled.hint }, made, isCrowded: false };
}

const withheldText =
  'So it gets no access. Remove them, or add "accept": "looser" to the team in the plan';

/** Of the team that a run of this migration has created for it. */
async function recordedId(
  { records }: OrganizationContext,
  { name }: Planned,
): Promise<string | null> {
  const rows = await records.listObjects('team', name);
  return rows.find(({ sourceId }) => sourceId === name)?.targetId ?? null;
}

/**
 * The team of a plan: the one that we have created, whatever it is called now, else by its slug or its name, from which
 * GitHub makes a slug of its own.
 */
function findTeam(all: readonly FoundTeam[], name: string, ownId: string | null): FoundTeam | null {
  const wanted = name.toLowerCase();
  return (
    all.find(({ id }) => id === ownId) ??
    all.find(({ slug }) => slug.toLowerCase() === wanted) ??
    all.find((team) => team.name.toLowerCase() === wanted) ??
    null
  );
}

async function create(
  context: OrganizationContext,
  { name, groups }: Planned,
  parent: FoundTeam | null,
): Promise<FoundTeam> {
  const { target, owner, signal } = context;
  const port = target.settings.organization;
  const organization = owner.login;
  const description = `Bitbucket: ${groups.join(', ')}`.slice(0, 200);
  return createOnce(context, {
    kind: 'team',
    id: name,
    place: organization,
    make: () =>
      port.createTeam({ organization, name, description, parent: parent?.id ?? null, signal }),
    async find() {
      const all = await port.listTeams({ organization, signal });
      return findTeam(all, name, null);
    },
  });
}

async function fill(
  context: OrganizationContext,
  given: Given & { team: FoundTeam; isOpen: boolean },
): Promise<Pick<Prepared, 'outcome' | 'isCrowded'>> {
  const { planned, team, members, isOpen } = given;
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
  const absent = planned.members.filter((login) => !present.has(login.toLowerCase()));
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
    invited.length > 0 && `Invited, and not accepted yet: ${invited.join(', ')}`,
    missing.length > 0 && outsideText(missing, invite),
    planned.incomplete && 'Members without a known login are missing',
    besides,
  ];
  if (wanted.length === 0 || elsewhere.length > 0) {
    const stays = await leave(context, { planned, team, present });
    const state = missing.length + elsewhere.length > 0 ? 'waiting' : 'equal';
    return { outcome: withNotes(outcomeOf(named, { state }), [...notes, stays]), isCrowded: false };
  }
  const outcome = await perform(context, named, {
    note: `to be added: ${wanted.join(', ')}`,
    async write() {
      for (const login of wanted) await port.addTeamMember({ ...place, login });
      return { note: `added: ${wanted.join(', ')}` };
    },
  });
  const stays = await leave(context, { planned, team, present });
  return { outcome: withNotes(outcome, [...notes, stays]), isCrowded: false };
}

/** Repositories besides those of the plan. */
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
  return `Not added: ${logins.join(', ')}, who would get access to ${where} as well. Add them, or "accept": "looser" to the team in the plan`;
}

const mostNames = 5;

function outsideText(logins: readonly string[], invite: boolean): string {
  const seats = count(logins.length, 'seat');
  return invite
    ? `Invited: ${logins.join(', ')} (${seats})`
    : `Not in the organization: ${logins.join(', ')}; --invite would take ${seats}`;
}

/** Whoever is in an existing team, or in one below it, gets what it gets. */
function countOthers(
  { planned, below }: Given,
  present: ReadonlySet<string>,
  { account }: OrganizationContext,
): number {
  const lower = (login: string) => login.toLowerCase();
  const known = new Set([...planned.members, account.username ?? ''].map(lower));
  return new Set([...present, ...below.map(lower)]).difference(known).size;
}

const left = '{"left":true}';

/** Whoever creates a team belongs to it: our account leaves, unless the plan names it. @returns why it could not */
async function leave(
  context: OrganizationContext,
  { planned, team, present }: { planned: Planned; team: FoundTeam; present: ReadonlySet<string> },
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
      return `${login}, who created it, could not leave the team`;
    }
  }
  await writer.saveObjectData('team', planned.name, left);
  return false;
}

function withNotes(outcome: SettingOutcome, notes: readonly (string | false)[]): SettingOutcome {
  const all = [outcome.note, ...notes].filter((note) => typeof note === 'string');
  return { ...outcome, note: all.length === 0 ? null : all.join('. ') };
}
