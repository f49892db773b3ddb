import type { TargetHost } from '../../ports/target-host.ts';
import type { OrganizationSecret } from '../manifest/manifest.ts';
import type { Targeted } from '../state/target-places.ts';

/**
 * The identities on the target of all repositories that secrets with the visibility `selected` name; those that are
 * not there are left out. One request for each repository.
 */
export async function repositoryIds(options: {
  host: TargetHost;
  owner: string;
  targeted: Targeted;
  secrets: readonly OrganizationSecret[];
  signal: AbortSignal;
}): Promise<ReadonlyMap<string, string>> {
  const { host, owner, targeted, secrets, signal } = options;
  const ids = new Map<string, string>();
  for (const source of new Set(secrets.flatMap(({ repositories }) => repositories))) {
    const found = await host.findRepository({ owner, name: targeted.targetOf(source), signal });
    if (found.state === 'present') ids.set(source, found.repository.id);
  }
  return ids;
}
