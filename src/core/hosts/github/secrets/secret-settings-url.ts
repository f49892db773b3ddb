import { assertNever } from '../../../kernel/errors.ts';
import type { SecretPlace } from '../../../ports/secret-target.ts';

/**
 * The page on which a person fills in secrets; github.com, `*.ghe.com` and Enterprise Server have the same ones below
 * their own address. Pure.
 * @param environmentId an environment's page is named by its number; without one, that of all environments
 */
export function secretSettingsUrl(
  webUrl: string,
  place: SecretPlace,
  environmentId?: string,
): string {
  const owner = encodeURIComponent(place.owner);
  if (place.kind === 'organization') {
    return `${webUrl}/organizations/${owner}/settings/secrets/actions`;
  }
  const settings = `${webUrl}/${owner}/${encodeURIComponent(place.name)}/settings`;
  switch (place.kind) {
    case 'repository':
      return `${settings}/secrets/actions`;
    case 'environment':
      return environmentId === undefined
        ? `${settings}/environments`
        : `${settings}/environments/${encodeURIComponent(environmentId)}/edit`;
    default:
      return assertNever(place);
  }
}
