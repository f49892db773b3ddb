import { MigratorError } from '../../kernel/errors.ts';
import { formatBytes } from '../../kernel/format/format.ts';
import type { Judgement } from '../../plan/judgements.ts';
import { missingScopes } from '../../ports/credentials/scope-needs.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { noImporter } from '../../replica/apply/import/target-importer.ts';
import { convertsPipelines } from '../../replica/apply/settings/request/pipelines-request.ts';
import type { Preflight } from './preflight-questions.ts';

/** The option does not change repositories whose entries in the plan name an engine. */
const otherwise = 'use --engine rest (and "engine": "rest" if the plan sets another).';

/** One of each line: what is larger contains what is smaller. Owners need more than those with the role for migrations. */
const ofOwners = [['repo'], ['admin:org'], ['workflow']] as const;
const ofOthers = [['repo'], ['read:org', 'write:org', 'admin:org'], ['workflow']] as const;

/**
 * Tells whether this account may use the importer of this target, as far as reading can show: whether it has the role is known when
 * it is first used. Writes nothing.
 * @throws `configuration`, `refused` or `permission` where it may not
 */
export async function checkImporter(
  { services, repositories, imports, signal }: Preflight,
  { owner, account }: { readonly owner: TargetOwner; readonly account: Account },
): Promise<void> {
  if (!repositories.some(imports)) return;
  const { importer, hostname } = services.target;
  if (importer === null) throw noImporter(services.target);
  if (owner.kind !== 'organization') {
    throw new MigratorError('refused', `${hostname} imports into organizations only`, {
      hint: `Use an organization as the target, or ${otherwise}`,
    });
  }
  const owners = await services.target.listOwners({ account, signal });
  const { role = null } = owners.find(({ login }) => login === owner.login) ?? {};
  requireScopes(account, role === 'admin' ? ofOwners : ofOthers);
  await importer.findOrganization({ login: owner.login, signal });
}

function requireScopes({ scopes }: Account, needed: readonly (readonly string[])[]): void {
  if (scopes === null) {
    throw new MigratorError('permission', 'The importer accepts only classic tokens', {
      hint: `Put a classic token with repo, read:org and workflow into DST_TOKEN, or ${otherwise}`,
    });
  }
  const missing = needed.filter((some) => !some.some((one) => scopes.includes(one)));
  if (missing.length === 0) return;
  const names = missing.map(([least]) => least).join(', ');
  throw new MigratorError('permission', `The importer needs more scopes: ${names}`, {
    hint: `Add ${names} to the classic token in DST_TOKEN.`,
  });
}

/** Bytes of a repository that the importer takes; what is larger is in preview, or refused. */
const mostBytes = 40e9;

/** Lists repositories that are too large for the importer, one problem each. Pure. */
export function tooLargeToImport(
  { repositories, imports }: Pick<Preflight, 'repositories' | 'imports'>,
  sources: ReadonlyMap<string, SourceRepository>,
): readonly Judgement[] {
  return repositories.filter(imports).flatMap(({ source: slug }) => {
    const { sizeBytes = null } = sources.get(slug) ?? {};
    if (sizeBytes === null || sizeBytes <= mostBytes) return [];
    const size = `${formatBytes(sizeBytes)}, but the importer accepts ${formatBytes(mostBytes)}`;
    const problem = new MigratorError('refused', `${slug} has ${size}`, {
      hint: 'Set "engine": "rest" for it in the plan.',
    });
    return { check: 'import-size', repository: slug, problem };
  });
}

/**
 * Refuses a classic token that cannot push workflows, where the plan opens pull requests with some.
 * @throws `permission`
 */
export function checkWorkflows(
  { repositories }: Pick<Preflight, 'repositories'>,
  { scopes }: Pick<Account, 'scopes'>,
): void {
  const isWanted = repositories.some(convertsPipelines);
  if (!isWanted || missingScopes(scopes, ['workflow']).length === 0) return;
  throw new MigratorError('permission', 'DST_TOKEN lacks the workflow scope to push workflows', {
    hint: 'Add it to the token, or set the pipelines in the plan to "leave".',
  });
}
