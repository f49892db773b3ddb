import type { SecretName, SecretNames } from '../../ports/secret-source.ts';
import type { InventoryRepository, SecretNamesByLevel } from '../inventory-schema.ts';

type Facts = Pick<InventoryRepository, 'secrets' | 'secrets_unread' | 'unsecured'>;

/** The names of one repository as the inventory has them. Pure. */
export function secretFacts(names: SecretNames): Facts {
  const unsecured = withoutEmpty(byLevel(names, ({ isSecured }) => isSecured === false));
  return {
    secrets: byLevel(names, () => true),
    ...(names.unread.length === 0 ? {} : { secrets_unread: [...names.unread] }),
    ...(Object.keys(unsecured).length === 0 ? {} : { unsecured }),
  };
}

function withoutEmpty({ repository, workspace, deployments }: SecretNamesByLevel) {
  const filled = Object.entries(deployments ?? {}).filter(([, names]) => names.length > 0);
  return {
    ...(repository?.length ? { repository } : {}),
    ...(workspace?.length ? { workspace } : {}),
    ...(filled.length > 0 ? { deployments: Object.fromEntries(filled) } : {}),
  };
}

function byLevel(
  { repository, workspace, deployments }: SecretNames,
  isMeant: (name: SecretName) => boolean,
): SecretNamesByLevel {
  const pick = (names: readonly SecretName[]) => names.filter(isMeant).map(({ name }) => name);
  return {
    repository: pick(repository),
    workspace: pick(workspace),
    deployments: Object.fromEntries(
      [...deployments].map(([environment, names]) => [environment, pick(names)]),
    ),
  };
}
