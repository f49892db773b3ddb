import type { FoundTeam } from '../../../../ports/records/target-settings.ts';
import { adopt } from '../../../../settings/applying/create-once.ts';
import type { OrganizationContext } from '../../../context/settings/settings-context.ts';

interface Found {
  /** Its name in the plan. */
  readonly name: string;
  readonly there: FoundTeam;
  readonly parent: FoundTeam | null;
}

/** Records a team as ours that an earlier run asked for without getting an answer, unless it may be another person's. */
export async function adoptTeam(context: OrganizationContext, found: Found): Promise<void> {
  const known = await context.writer?.findObject('team', found.name);
  if (known?.targetId !== null) return;
  if (!(await isAsCreated(context, found))) return;
  await adopt(context, { kind: 'team', id: found.name, targetId: found.there.id });
}

/**
 * Says that nobody has used a team since it was created: it stands where the plan puts it, nobody but our account is in it,
 * and it reaches no repository that the team above it does not reach. A name alone does not say who created a team.
 */
export async function isAsCreated(
  { target, owner, account, signal }: OrganizationContext,
  { there, parent }: Omit<Found, 'name'>,
): Promise<boolean> {
  if (there.parent !== (parent?.slug ?? null)) return false;
  const port = target.settings.organization;
  const place = { organization: owner.login, signal };
  const own = account.username?.toLowerCase();
  const members = await port.listTeamMembers({ ...place, team: there.slug });
  if (members.some((login) => login.toLowerCase() !== own)) return false;
  const reached = await port.listTeamRepositories({ ...place, team: there.slug });
  if (reached.length === 0) return true;
  if (parent === null) return false;
  const above = new Set(await port.listTeamRepositories({ ...place, team: parent.slug }));
  return reached.every((name) => above.has(name));
}
