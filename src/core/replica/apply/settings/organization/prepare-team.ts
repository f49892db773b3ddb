import { count } from '../../../../kernel/format/format.ts';
import type { FoundTeam } from '../../../../ports/records/target-settings.ts';
import { createOnce } from '../../../../settings/applying/create-once.ts';
import {
  outcomeOf,
  perform,
  refusedOutcome,
  type SettingOutcome,
  withNotes,
} from '../../../../settings/applying/setting-outcome.ts';
import type { OrganizationContext } from '../../../context/settings/settings-context.ts';
import { adoptTeam, isAsCreated } from './adopt-team.ts';
import { fillTeam, type PlannedTeam, type TeamMembers } from './team-members.ts';

interface Given extends TeamMembers {
  /** All that were there before. */
  readonly found: readonly FoundTeam[];
  /** By slug, and by the name in the plan. */
  readonly teams: ReadonlyMap<string, FoundTeam>;
  /** By name: not created, because nothing is written. */
  readonly coming: ReadonlySet<string>;
}

interface Prepared {
  readonly outcome: SettingOutcome;
  readonly made: FoundTeam | null;
  /** The team existed before: its other members would get what the plan gives it. */
  readonly isCrowded: boolean;
}

/**
 * One team of the plan with its members. Other members stay: then a team that was there before gets nothing, unless
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
  if (planned.parent !== undefined && parent === null && !given.coming.has(planned.parent)) {
    const note = `Its parent team, ${planned.parent}, does not exist`;
    return { outcome: outcomeOf(named, { state: 'refused', note }), made: null, isCrowded: false };
  }
  const ownId = await recordedId(context, planned);
  const there = findTeam(given.found, planned.name, ownId);
  if (there !== null) {
    await adoptTeam(context, { name: planned.name, there, parent });
    const isOurs = (await recordedId(context, planned)) === there.id;
    const isOpen = isOurs || planned.accept === 'looser';
    const filled = await fillTeam(context, { ...given, team: there, isOpen, isNew: false });
    const { isCrowded } = filled;
    const notes = [
      isCrowded && withheldText,
      there.isSecret && 'It is secret, so rulesets cannot use it',
      parent !== null && there.parent !== parent.slug && `It is not a child of ${parent.slug}`,
    ];
    return { outcome: withNotes(filled.outcome, notes), made: there, isCrowded };
  }
  let made: FoundTeam | null = null;
  const created = await perform(context, named, {
    note: `will be created with ${count(planned.members.length, 'member')}`,
    async write() {
      made = await create(context, planned, parent);
      return undefined;
    },
  });
  if (made === null) return { outcome: created, made, isCrowded: false };
  const own = { ...given, team: made, isOpen: true, isNew: true };
  const { outcome: filled } = await fillTeam(context, own);
  const state = filled.state === 'equal' ? 'written' : filled.state;
  const outcome = withNotes(outcomeOf(named, { state, note: 'created' }), [filled.note ?? false]);
  return { outcome: { ...outcome, hint: filled.hint }, made, isCrowded: false };
}

const withheldText =
  'So it gets no access. Remove them, or add "accept": "looser" to the team in the plan';

/** Of the team that a run of this migration has created for it. */
async function recordedId(
  { records }: OrganizationContext,
  { name }: PlannedTeam,
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
  { name, groups }: PlannedTeam,
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
      const there = findTeam(await port.listTeams({ organization, signal }), name, null);
      const isOurs = there !== null && (await isAsCreated(context, { there, parent }));
      return isOurs ? there : null;
    },
  });
}
