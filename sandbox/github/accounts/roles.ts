export interface Permissions {
  readonly admin: boolean;
  readonly maintain: boolean;
  readonly push: boolean;
  readonly triage: boolean;
  readonly pull: boolean;
}

/** Roles in a repository, as responses name them; each includes the ones before it. */
const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Requests name two of them otherwise. */
const permissions = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
} as const;

/** @returns `null` for a word that is none; roles of an organization's own making are not known here */
export function roleOf(permission: unknown): Role | null {
  const known: Readonly<Record<string, Role>> = permissions;
  return typeof permission === 'string' ? (known[permission] ?? null) : null;
}

/** The word that requests and teams have for a role. */
export function permissionWord(role: Role): string {
  return Object.entries(permissions).find(([, one]) => one === role)?.[0] ?? role;
}

export function highestRole(all: readonly Role[]): Role | null {
  return roles.findLast((one) => all.includes(one)) ?? null;
}

export function permissionsOfRole(role: Role): Permissions {
  const rank = roles.indexOf(role);
  return { admin: rank > 3, maintain: rank > 2, push: rank > 1, triage: rank > 0, pull: true };
}
