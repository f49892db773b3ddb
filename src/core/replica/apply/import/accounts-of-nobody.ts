import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Imported } from './read-imported.ts';
import { importerOf } from './target-importer.ts';

/**
 * Finds out whether the account that imports may stand for a person: an importer that does not know an author may take it in place of
 * one. It may if it has claimed what somebody wrote. No request where it is not shown at all.
 */
export async function accountsOfNobody(
  context: Pick<RepositoryContext, 'account' | 'target' | 'targetOwner' | 'signal'>,
  { pullRequests, items }: Imported,
): Promise<ReadonlySet<string>> {
  const own = context.account.username;
  const isShown =
    [...pullRequests.values()].some(({ author }) => author === own) ||
    [...items.values()].some((some) => some.some(({ by }) => by === own));
  if (own === null || !isShown) return new Set();
  const { targetOwner, signal } = context;
  const importer = importerOf(context);
  const organization = await importer.findOrganization({ login: targetOwner.login, signal });
  for await (const page of importer.listMannequins({ organization, signal })) {
    // A mannequin may have the login of an account.
    const mayBe = page.some(({ login, claimant }) => login === own || claimant?.login === own);
    if (mayBe) return new Set();
  }
  return new Set([own]);
}
