import type { Manifest } from '../manifest/manifest.ts';
import type { Targeted } from '../state/target-places.ts';

export interface ScaffoldCost {
  readonly repositories: number;
  readonly secrets: number;
  /** At most: what is there already costs nothing more. */
  readonly requests: number;
  /** Of them those that write. */
  readonly writes: number;
}

/** What making all of a manifest takes, where nothing of it is there. Pure. */
export function scaffoldCost(
  { organization }: Pick<Manifest, 'organization'>,
  { repositories }: Pick<Targeted, 'repositories'>,
): ScaffoldCost {
  let reads = 0;
  let writes = organization.length;
  let secrets = organization.length;
  // A list and a public key for each place, and a list of environments for each repository that has any.
  if (organization.length > 0) reads += 2;
  reads += new Set(organization.flatMap((secret) => secret.repositories)).size;
  for (const repository of repositories) {
    if (repository.secrets.length > 0) reads += 2;
    if (repository.environments.length > 0) reads += 1;
    writes += repository.secrets.length;
    secrets += repository.secrets.length;
    for (const environment of repository.environments) {
      reads += environment.secrets.length > 0 ? 1 : 0;
      writes += 1 + environment.secrets.length;
      secrets += environment.secrets.length;
    }
  }
  return { repositories: repositories.length, secrets, requests: reads + writes, writes };
}
