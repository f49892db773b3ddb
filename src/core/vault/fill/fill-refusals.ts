import { hasCode, MigratorError } from '../../kernel/errors.ts';
import type { SecretScope, SecretTarget } from '../../ports/secret-target.ts';
import { organizationNotVisible } from '../../secrets/scaffold/scaffold-scope.ts';
import type { WantedValue } from './wanted-values.ts';

/** Why the secrets of a place cannot be listed, although its repository seems to exist. */
export async function notSeen(
  target: SecretTarget,
  place: SecretScope,
  signal: AbortSignal,
): Promise<MigratorError> {
  if (place.kind === 'organization') return organizationNotVisible(place.owner);
  const repository = `${place.owner}/${place.name}`;
  const hasRepository =
    place.kind === 'environment' && (await target.listEnvironments({ ...place, signal })) !== null;
  return hasRepository
    ? new MigratorError(
        'not-found',
        `Environment ${place.environment} of ${repository} does not exist`,
        {
          hint: '`migrator secrets scaffold --manifest <file> --target-org <organization>` creates environments.',
        },
      )
    : new MigratorError('not-found', `DST_TOKEN cannot read the secrets of ${repository}`, {
        hint: 'The token needs the repo scope, and its account admin access to the repository.',
      });
}

export function noText(path: string): MigratorError {
  return new MigratorError('input-file', `The value of entry ${path} is not text`, {
    hint: 'Set "value" to a string: put JSON in quotation marks.',
  });
}

export function tooLarge(
  { name, path }: WantedValue,
  bytes: number,
  maxBytes: number,
): MigratorError {
  return new MigratorError(
    'input-file',
    `The value of entry ${path} has ${bytes} bytes; secret ${name} allows ${maxBytes}`,
    { hint: 'Store it elsewhere, and keep only the credential for that place in the secret.' },
  );
}

/** A token that reads or creates entries need not see their metadata. */
export function unlessForbidden(thrown: unknown): null {
  if (hasCode(thrown, 'permission')) return null;
  throw thrown;
}
