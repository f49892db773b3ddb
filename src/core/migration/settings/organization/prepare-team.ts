import { hasCode } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { FoundTeam } from '../../../ports/records/target-settings.ts';
import { adopt, createOnce } from '../create-once.ts';
import { outcomeOf, perform, refusedOutcome, type SettingOutcome } from '../setting-outcome.ts';
import type { OrganizationContext } from '../settings-context.ts';

type Planned = OrganizationContext['teams'][number];

interface Given {
  readonly planned: Planned;
  /** By slug. */
  readonly teams: ReadonlyMap<string, FoundTeam>;
  readonly members: ReadonlySet<string> | null;
}

interface Prepared {
  readonly outcome: SettingOutcome;
  readonly made: FoundTeam | null;
}

/** One team of the plan with its members. Whoever else is in it stays. */
export async function prepareTeam(context: OrganizationContext, given: Given): Promise<Prepared> {
  const named = { kind: 'team', name: given.planned.name } as const;
  try {
    return await prepare(context, given, named);
  } catch (thrown) {
    return { outcome: refusedOutcome(named, thrown), made: null };
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
    return { outcome: outcomeOf(named, { state: 'refused', note }), made: null };
  }
  const there = teams.get(planned.name) ?? null;
  if (there !== null) {
    await adopt(context, { kind: 'team', id: planned.name, targetId: there.id });
    const filled = await fill(context, { ...given, team: there });
    const notes = [
      there.isSecret && 'It is secret, so rulesets cannot name it',
      parent !== null && there.parent !== parent.slug && `It does not stand below ${parent.slug}`,
    ];
    return { outcome: withNotes(filled, notes), made: there };
  }
  let made: FoundTeam | null = null;
  const created = await perform(context, named, {
    note: `to be created with ${count(planned.members.length, 'member')}`,
    async write() {
      made = await create(context, planned, parent);
      return undefined;
    },
  });
  if (made === null) return { outcome: created, made };
  const filled = await fill(context, { ...given, team: made });
  const state = filled.state === 'equal' ? 'written' : filled.state;
  const told = withNotes(outcomeOf(named, { state, note: 'created' }), [filled.note ?? false]);
  return { outcome: { ...told, hint: filled.hint }, made };
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
      return all.find(({ slug }) => slug === name) ?? null;
    },
  });
}

async function fill(
  context: OrganizationContext,
  given: Given & { team: FoundTeam },
): Promise<SettingOutcome> {
  const { planned, team, members } = given;
  const { target, owner, invite, signal, writer } = context;
  const named = { kind: 'team', name: planned.name } as const;
  const port = target.settings.organization;
  const place = { organization: owner.login, team: team.slug, signal };
  const present = new Set((await port.listTeamMembers(place)).map((login) => login.toLowerCase()));
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
  const notes = [
    invited.length > 0 && `Invited, and not accepted yet: ${invited.join(', ')}`,
    missing.length > 0 && outsideText(missing, invite),
    planned.incomplete && 'Members without a known login are missing',
    others(planned, present, context),
  ];
  if (wanted.length === 0) {
    await leave(context, { planned, team, present });
    const state = missing.length > 0 ? 'waiting' : 'equal';
    return withNotes(outcomeOf(named, { state }), notes);
  }
  const outcome = await perform(context, named, {
    note: `to be added: ${wanted.join(', ')}`,
    async write() {
      for (const login of wanted) await port.addTeamMember({ ...place, login });
      return { note: `added: ${wanted.join(', ')}` };
    },
  });
  if (writer !== null) await leave(context, { planned, team, present });
  return withNotes(outcome, notes);
}

function outsideText(logins: readonly string[], invite: boolean): string {
  const seats = count(logins.length, 'seat');
  return invite
    ? `Invited: ${logins.join(', ')} (${seats})`
    : `Not in the organization: ${logins.join(', ')}; --invite would take ${seats}`;
}

/** Whoever is in an existing team gets what it gets. */
function others(
  { members }: Planned,
  present: ReadonlySet<string>,
  { account }: OrganizationContext,
): string | false {
  const planned = new Set([...members, account.username ?? ''].map((login) => login.toLowerCase()));
  const more = [...present].filter((login) => !planned.has(login));
  return more.length > 0 && `It has ${count(more.length, 'member')} besides those of the plan`;
}

const left = '{"left":true}';

/** Whoever creates a team belongs to it: our account leaves, unless the plan names it. */
async function leave(
  context: OrganizationContext,
  { planned, team, present }: { planned: Planned; team: FoundTeam; present: ReadonlySet<string> },
): Promise<void> {
  const { writer, account, target, owner, signal } = context;
  const login = account.username;
  const own = (await writer?.findObject('team', planned.name)) ?? null;
  if (writer === null || login === null || own?.targetId !== team.id || own.data === left) return;
  const isPlanned = planned.members.some((one) => one.toLowerCase() === login.toLowerCase());
  if (!isPlanned && present.has(login.toLowerCase())) {
    try {
      const place = { organization: owner.login, team: team.slug };
      await target.settings.organization.removeTeamMember({ ...place, login, signal });
    } catch (thrown) {
      if (!hasCode(thrown, 'refused', 'permission')) throw thrown;
      return;
    }
  }
  await writer.saveObjectData('team', planned.name, left);
}

function withNotes(outcome: SettingOutcome, notes: readonly (string | false)[]): SettingOutcome {
  const all = [outcome.note, ...notes].filter((note) => typeof note === 'string');
  return { ...outcome, note: all.length === 0 ? null : all.join('. ') };
}
