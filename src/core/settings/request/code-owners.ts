import type { TargetActor } from '../../ports/records/target-settings.ts';

/** Where GitHub looks for the file; the first that exists counts. */
export const codeOwnersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** A file that names owners of everything. Pure. */
export function codeOwnersFile(owners: readonly TargetActor[], organization: string): string {
  const names = owners.map(({ kind, name }) =>
    kind === 'team' ? `@${organization}/${name}` : `@${name}`,
  );
  return `# Default reviewers on Bitbucket\n* ${names.join(' ')}\n`;
}
