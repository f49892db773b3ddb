import { hasCode } from '../../../kernel/errors.ts';
import type { Account, TargetOwner } from '../../../ports/records/account.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { ClosureFacts } from './judge-closure.ts';

interface Organization {
  readonly target: Pick<TargetHost, 'closure'>;
  readonly owner: TargetOwner;
}

/** Empty for a person's account, and where the credentials may not list them. One request a hundred. */
export async function ownersOf({
  target,
  owner,
  signal,
}: Organization & Cancellable): Promise<readonly string[]> {
  if (owner.kind === 'user') return [];
  try {
    return await target.closure.listOwners({ organization: owner.login, signal });
  } catch (thrown) {
    if (hasCode(thrown, 'permission', 'refused', 'not-found')) return [];
    throw thrown;
  }
}

/**
 * How open one target is. Two requests, one without the list of people.
 * @param options.owners from ownersOf(), once for all targets
 * @param options.withWriters also who can push
 */
export async function readClosure(
  options: Organization & {
    name: string;
    owners: readonly string[];
    account: Pick<Account, 'username'>;
    withWriters: boolean;
  } & Cancellable,
): Promise<ClosureFacts> {
  const { target, owner, name, owners, account, withWriters, signal } = options;
  const repository = { owner: owner.login, name, signal };
  const [doors, writers] = await Promise.all([
    target.closure.read(repository),
    withWriters ? target.closure.listWriters(repository) : null,
  ]);
  const fullName = `${owner.login}/${name}`;
  return { fullName, doors, writers, owner, owners, login: account.username };
}
