import type { SourceRules } from '../../ports/source-lock.ts';

/** Somebody who may do what others may not, by a restriction that is there already. */
export interface Excepted {
  /** The host's word, and where it holds: `push on main`. Hostile. */
  readonly restriction: string;
  /** Names of people, groups and access keys. Hostile. */
  readonly names: readonly string[];
}

/**
 * Whom existing restrictions except. Ours except nobody, and restrictions add up, so they are locked out as well: a person
 * should know it before, and the proof shows it only for the account that migrates. Pure.
 */
export function exceptedPeople({ rules }: SourceRules): readonly Excepted[] {
  return rules.flatMap(({ type, refs, prevents, exceptions }) => {
    if (exceptions.length === 0 || prevents.length === 0) return [];
    const where =
      'pattern' in refs
        ? refs.pattern
        : refs.kind === 'branch'
          ? refs.name
          : refs.kind === 'any'
            ? 'all refs'
            : refs.kind === 'model'
              ? (refs.name ?? refs.branch)
              : refs.category;
    const names = exceptions.map(({ kind, name }) => (kind === 'user' ? name : `${kind} ${name}`));
    return [{ restriction: `${type} on ${where}`, names }];
  });
}
