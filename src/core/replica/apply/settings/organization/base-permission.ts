import type { TargetOwner } from '../../../../ports/records/account.ts';
import { outcomeOf, type SettingOutcome } from '../../../../settings/applying/setting-outcome.ts';

/**
 * Describes what every member of the organization may do in all of its repositories, whatever a plan says. Only more
 * than reading is reported: GitHub gives that to all members unless an owner has changed it. `null` otherwise. Pure.
 */
export function basePermissionText({ login, basePermission }: TargetOwner): string | null {
  if (basePermission !== 'write' && basePermission !== 'admin') return null;
  const what = basePermission === 'admin' ? 'administer' : 'push to';
  return `All members of ${login} can ${what} every repository (base permission ${basePermission})`;
}

/** Not set by the migration, but looser than the access that the plan gives to people and teams. Pure. */
export function basePermissionOutcome(owner: TargetOwner): readonly SettingOutcome[] {
  const note = basePermissionText(owner);
  if (note === null) return [];
  const named = { kind: 'access', name: `everyone in ${owner.login}` } as const;
  return [outcomeOf(named, { state: 'waiting', differs: 'looser', note, hint: lowerIt })];
}

export const lowerIt = 'An owner can lower it: Settings > Member privileges > Base permissions.';
