import { hasCode, MigratorError } from '../../kernel/errors.ts';
import type { SecretPlace, SecretTarget } from '../../ports/secret-target.ts';
import { organizationNotVisible } from '../../secrets/scaffold/scaffold-place.ts';
import type { WantedValue } from './wanted-values.ts';

/** Why the secrets of a place cannot be listed, although its repository seems to exist. */
export async function notSeen(
  target: SecretTarget,
  place: SecretPlace,
  signal: AbortSignal,
): Promise<MigratorError> {
  if (place.kind === 'organization') return organizationNotVisible(place.owner);
  const repository = `${place.owner}/${place.name}`;
  const hasRepository =
    place.kind === 'environment' && (await target.listEnvironments({ ...place, signal })) !== null;
  return hasRepository
    ? new MigratorError(
        'not-found',
        `The environment ${place.environment} of ${repository} is not there`,
        { hint: 'migrator secrets scaffold makes the environments of a manifest.' },
      )
    : new MigratorError('not-found', `The secrets of ${repository} cannot be seen with DST_TOKEN`, {
        hint: 'The token needs the scope repo, and the account the right to administer it.',
      });
}

export function noText(path: string): MigratorError {
  return new MigratorError('input-file', `The value of the entry ${path} is no text`, {
    hint: 'Fill in "value" as a text: what is meant to be JSON is put in quotation marks.',
  });
}

export function tooLarge(
  { name, path }: WantedValue,
  bytes: number,
  maxBytes: number,
): MigratorError {
  return new MigratorError(
    'input-file',
    `The value of the entry ${path} has ${bytes} bytes, and the secret ${name} takes ${maxBytes}`,
    { hint: 'Keep it in another place, and put only what opens that place into a secret.' },
  );
}

/** A token that reads or creates entries need not see their metadata. */
export function unlessForbidden(thrown: unknown): null {
  if (hasCode(thrown, 'permission')) return null;
  throw thrown;
}
