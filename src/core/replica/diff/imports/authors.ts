/** Who stands on the target for each person of an archive: placeholder accounts have logins of the host's making. */
export interface Authors {
  /** The account that was seen first for a person; `undefined`: none yet. */
  targetOf(login: string | null): string | null | undefined;
  /**
   * Takes note of who is shown as the author of something that a person wrote.
   * @returns `false` where it is somebody else than before, or somebody who stands for another person
   */
  learn(login: string | null, shown: string | null): boolean;
  /** Logins of the archive with those of the target. */
  all(): ReadonlyMap<string, string>;
}

/** GitHub's account for authors who are gone. */
const ghost = 'ghost';

/** Stateful: to be asked about one repository alone. */
export function createAuthors(): Authors {
  const targets = new Map<string, string>();
  const people = new Map<string, string>();
  return {
    targetOf: (login) => (login === null ? undefined : targets.get(login)),
    learn(login, shown) {
      if (login === null) return shown === null || shown === ghost;
      if (shown === null) return false;
      const known = targets.get(login);
      if (known !== undefined) return known === shown;
      if (people.has(shown)) return false;
      targets.set(login, shown);
      people.set(shown, login);
      return true;
    },
    all: () => targets,
  };
}
