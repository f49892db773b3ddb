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
  /** Logins of the archive with those of the target. */
  all(): ReadonlyMap<string, string>;
}

/** GitHub's account for authors who are gone. */
const ghost = 'ghost';

/** Remembers what it learns: one for each repository. */
export function createAuthors(): Authors {
  const targets = new Map<string, string>();
  const people = new Map<string, string>();
  function mayBe(login: string | null, shown: string | null): boolean {
    const account = shown ?? ghost;
    if (login === null || account === ghost) return login === null && account === ghost;
    const known = targets.get(login);
    return known === undefined ? !people.has(account) : known === account;
  }
  return {
    mayBe,
    targetOf: (login) => (login === null ? ghost : targets.get(login)),
    learn(login, shown) {
      if (!mayBe(login, shown)) return false;
      if (login !== null && shown !== null) {
        targets.set(login, shown);
        people.set(shown, login);
      }
      return true;
    },
    all: () => targets,
  };
}
