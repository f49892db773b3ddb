/** A variable of the source as the vault's entries know it. */
export type EntryAddress =
  | { readonly level: 'workspace'; readonly name: string }
  | { readonly level: 'repository'; readonly repository: string; readonly name: string }
  | {
      readonly level: 'deployment';
      readonly repository: string;
      readonly environment: string;
      readonly name: string;
    };

/** The folders below a project. */
export const entryFolders = {
  workspace: 'workspace',
  repository: 'repositories',
  deployment: 'environments',
} as const;

/**
 * Where a variable's entry is below the mount: `<project>/workspace/<NAME>`, `<project>/repositories/<slug>/<NAME>` or
 * `<project>/environments/<slug>/<environment>/<NAME>`. Names that a path could not hold as they are, such as
 * environments with a slash, are percent-encoded.
 */
export function entryPath(project: string, address: EntryAddress): string {
  return [project, ...entryWords(address).map(encodeName)].join('/');
}

function entryWords(address: EntryAddress): readonly string[] {
  const folder = entryFolders[address.level];
  switch (address.level) {
    case 'workspace':
      return [folder, address.name];
    case 'repository':
      return [folder, address.repository, address.name];
    case 'deployment':
      return [folder, address.repository, address.environment, address.name];
  }
}

/** A name as one segment of a path, which it can never lead out of. */
export function encodeName(name: string): string {
  return (
    encodeURIComponent(name.toWellFormed())
      // In a policy a star at the end of a path stands for anything.
      .replaceAll('*', '%2A')
      .replace(/^\.{1,2}$/, (dots) => '%2E'.repeat(dots.length))
  );
}

/** For messages and reports, with the environment as people know it. */
export function entryName(address: EntryAddress): string {
  switch (address.level) {
    case 'workspace':
      return `workspace: ${address.name}`;
    case 'repository':
      return `${address.repository}: ${address.name}`;
    case 'deployment':
      return `${address.repository} (${address.environment}): ${address.name}`;
  }
}
