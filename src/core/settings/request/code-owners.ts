import type { TargetActor } from '../../ports/records/target-settings.ts';

/** Where GitHub looks for the file; the first that exists counts. */
export const codeOwnersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/**
 * A file that names owners of everything, without names that would say something else there. Pure.
 * @returns `null` where it would name nobody
 */
export function codeOwnersFile(
  owners: readonly TargetActor[],
  organization: string,
): string | null {
  const plain = owners.filter(({ name }) => /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name));
  if (plain.length === 0) return null;
  const names = plain.map(({ kind, name }) =>
    kind === 'team' ? `@${organization}/${name}` : `@${name}`,
  );
  return `# Default reviewers on Bitbucket\n* ${names.join(' ')}\n`;
}
