import type { ExpectedItem } from '../../recorded/imports/expected-import.ts';
import type { Authors } from './authors.ts';
import type { ImportedItem } from './match-items.ts';

/** Texts of one pull request: as it was sent, and as it is shown. */
export interface SaidOnBothSides {
  readonly expected: readonly ExpectedItem[];
  readonly actual: readonly ImportedItem[];
}

/**
 * Finds out whose account is whose, from all that was said. Things that are alike but for their author leave several possibilities
 * each, which others narrow down; what stays open then is alike everywhere.
 */
export function learnAuthors(authors: Authors, said: Iterable<SaidOnBothSides>): void {
  const possible = new Map<string, ReadonlySet<string>>();
  for (const one of said) {
    for (const { logins, accounts } of alikeIn(one)) {
      for (const login of logins)
        possible.set(login, possible.get(login)?.intersection(accounts) ?? accounts);
    }
  }
  for (;;) {
    const open = [...possible].filter(([login]) => authors.targetOf(login) === undefined);
    const left = open.map(([login, accounts]) => {
      return { login, accounts: [...accounts].filter((one) => authors.mayBe(login, one)) };
    });
    const certain = left.find(({ accounts }) => accounts.length === 1);
    if (certain !== undefined) {
      authors.learn(certain.login, certain.accounts[0] ?? null);
      continue;
    }
    const next = left.find(({ accounts }) => accounts.length > 0);
    if (next === undefined) return;
    // Many hosts keep logins.
    const [first = ''] = next.accounts;
    authors.guess(next.login, next.accounts.find((one) => one === next.login) ?? first);
  }
}

interface Alike {
  readonly logins: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
}

/** Groups that have all of their members on both sides. */
function alikeIn({ expected, actual }: SaidOnBothSides): readonly Alike[] {
  const shown = Map.groupBy(actual, likeness);
  return [...Map.groupBy(expected, likeness)].flatMap(([same, sent]) => {
    const there = shown.get(same) ?? [];
    if (there.length !== sent.length) return [];
    const logins = new Set(sent.flatMap(({ by }) => by ?? []));
    return [{ logins, accounts: new Set(there.flatMap(({ by }) => by ?? [])) }];
  });
}

function likeness({
  kind,
  at,
  digest,
  verdict,
}: Pick<ImportedItem, 'kind' | 'at' | 'digest'> & { readonly verdict: unknown }): string {
  return JSON.stringify([kind, at, digest, verdict]);
}
