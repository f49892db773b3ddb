import type { SecretLevel } from '../../ports/secret-source.ts';
import type { ManifestSecret } from '../manifest/manifest.ts';

const levels: Readonly<Record<SecretLevel, string>> = {
  repository: 'repository variable',
  workspace: 'workspace variable',
  deployment: 'deployment variable',
};

/** `repository variable`, `workspace variable` ... */
export function levelText(source: SecretLevel): string {
  return levels[source];
}

/**
 * What a secret holds until a person fills it in. GitHub takes an empty value, too, but a workflow cannot tell that from a
 * secret that does not exist; whoever meets this text in a failing pipeline sees at once what it is.
 */
export function placeholderOf({ sourceName, source }: ManifestSecret): string {
  return `PLACEHOLDER, not a value: fill in the value of the ${levels[source]} ${sourceName}`;
}
