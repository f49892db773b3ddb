import type { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { SecretLevel, SecretName, SecretNames } from '../../ports/secret-source.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { InventoryRepository, SecretNamesByLevel } from '../inventory-schema.ts';
import type { RefusedLevel } from '../scan-levels.ts';
import { fileScanRecords } from '../scan-records.ts';
import { secretRecordSchema } from './secret-records.ts';
import { type SecretScan, scanSecrets } from './secret-scan.ts';

export interface SecretsFound {
  /** By slug. */
  readonly facts: ReadonlyMap<string, Partial<InventoryRepository>>;
  readonly failed: readonly { readonly slug: string; readonly error: MigratorError }[];
  /** True if the credentials were refused the names of a level. */
  readonly isRefused: boolean;
}

interface FindSecrets extends Omit<SecretScan, 'secrets' | 'records'> {
  readonly source: SourceHost;
  /** Where an interrupted look is kept. */
  readonly folder: string;
  /** Ignores earlier results. */
  readonly fresh: boolean;
  /** Tells what could not be read, a line a level. */
  readonly say: (line: string) => void;
}

/** The names of variables for an inventory; a source without pipelines has none. */
export async function findSecrets(options: FindSecrets): Promise<SecretsFound> {
  const { source, workspace, repositories, folder, fresh, clock, say } = options;
  const { secrets } = source;
  if (secrets === null) {
    say(`warning  ${source.hostname} has no pipelines, so it has no variables`);
    const none = { repository: [], workspace: [], deployments: {} };
    return {
      facts: new Map(repositories.map(({ slug }) => [slug, { secrets: none }])),
      failed: [],
      isRefused: false,
    };
  }
  const records = fileScanRecords({
    name: 'secrets',
    schema: secretRecordSchema,
    folder,
    workspace,
    fresh,
    clock,
  });
  const result = await scanSecrets({ ...options, secrets, records });
  for (const level of result.refused) say(refusedLine(level, repositories.length));
  return {
    facts: new Map([...result.names].map(([slug, names]) => [slug, secretFacts(names)])),
    failed: [...result.failed].map(([slug, error]) => ({ slug, error })),
    isRefused: result.refused.length > 0,
  };
}

const levels: Readonly<Record<SecretLevel, string>> = {
  repository: 'repository variables',
  workspace: 'workspace variables',
  deployment: 'deployment variables',
};

const mostNames = 10;

function refusedLine(
  { level, repositories, error }: RefusedLevel<SecretLevel>,
  all: number,
): string {
  const some = repositories.slice(0, mostNames).join(', ');
  const more = repositories.length > mostNames ? ', ...' : '';
  const of =
    repositories.length === 0 || repositories.length === all
      ? ''
      : ` of ${count(repositories.length, 'repository', 'repositories')} (${some}${more})`;
  const why = `${error.message}. ${error.hint ?? ''}`.trim();
  return `warning  ${safe(`Cannot read the names of ${levels[level]}${of}: ${why}`)}`;
}

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
