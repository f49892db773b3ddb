import type { Account } from '../../../ports/records/account.ts';
import type { CheckedCredential } from './credential-pool.ts';
import type { Proven } from './pool-member.ts';

type Checked = CheckedCredential<{ readonly account: Account; readonly proven: Proven }>;

/** Whom several credentials belong to: the first one's account, with what each of them may do. Pure. */
export function accountOfAll(checked: readonly [Checked, ...Checked[]]): Account {
  const [{ account }] = checked;
  return {
    ...account,
    credentials: checked.map(({ variable, account: { displayName, scopes }, proven }) => {
      return { variable, displayName, scopes, lists: proven.lists };
    }),
  };
}
