/** Who stands on the target for each person of an archive: placeholder accounts have logins of the host's making. */
export interface Authors {
  /** The account of a person; `undefined`: not known. A deleted account is the host's ghost. */
  targetOf(login: string | null): string | undefined;
  /** Tells whether this account may be the person's, by what is known. */
  mayBe(login: string | null, shown: string | null): boolean;
  /**
   * Takes note of who is shown as the author of something that a person wrote.
   * @returns `false` where that cannot be
   */
  learn(login: string | null, shown: string | null): boolean;
  /** The same where others would fit as well: it is no proof. */
  guess(login: string, shown: string): void;
  /** Logins of the archive with those of the target. */
  all(): ReadonlyMap<string, string>;
  /** The same without what was guessed, and without accounts that something speaks against. */
  certain(): ReadonlyMap<string, string>;
}

/** GitHub's account for authors who are gone. */
const ghost = 'ghost';

/**
 * Remembers what it learns: one for each repository.
 * @param options.nobody accounts that stand for no person, such as the one that imports
 * @param options.logins of everybody in the archive: where the host keeps them, an account with one of them is that person's
 */
export function createAuthors({
  nobody = new Set(),
  logins = new Set(),
}: {
  readonly nobody?: ReadonlySet<string>;
  readonly logins?: ReadonlySet<string>;
} = {}): Authors {
  const targets = new Map<string, string>();
  const people = new Map<string, string>();
  const doubtful = new Set<string>();
  function mayBe(login: string | null, shown: string | null): boolean {
    const account = shown ?? ghost;
    if (login === null || account === ghost) return login === null && account === ghost;
    if (nobody.has(account) || (logins.has(account) && account !== login)) return false;
    const known = targets.get(login);
    return known === undefined ? !people.has(account) : known === account;
  }
  function doubt(login: string | null, shown: string | null): void {
    for (const one of [login, people.get(shown ?? '')]) if (one != null) doubtful.add(one);
  }
  const keep = (login: string, shown: string) => {
    targets.set(login, shown);
    people.set(shown, login);
  };
  return {
    mayBe,
    targetOf: (login) => (login === null ? ghost : targets.get(login)),
    learn(login, shown) {
      if (!mayBe(login, shown)) {
        doubt(login, shown);
        return false;
      }
      if (login !== null && shown !== null) keep(login, shown);
      return true;
    },
    guess(login, shown) {
      if (!mayBe(login, shown)) return;
      keep(login, shown);
      doubtful.add(login);
    },
    all: () => targets,
    certain: () => new Map([...targets].filter(([login]) => !doubtful.has(login))),
  };
}
