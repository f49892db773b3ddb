import { createEvidenceIndex, type Evidence, type Hint, type UnmappedPerson } from './evidence.ts';

/** From the surest to the least sure. */
export const confidences = ['high', 'medium', 'low'] as const;

export type Confidence = (typeof confidences)[number];

export type SuggestionSource = Hint['source'];

/** Somebody on the target who may be a person of the source. */
export interface Candidate {
  readonly login: string;
  readonly source: SuggestionSource;
  readonly confidence: Confidence;
  /** Other sources that name the same login. */
  readonly also: readonly SuggestionSource[];
}

export interface Suggestion {
  readonly person: UnmappedPerson;
  /** The surest first. */
  readonly candidates: readonly Candidate[];
  /** The one that is surer than all others; `null`: there is none. */
  readonly best: Candidate | null;
  /** Prevents that the best one is accepted with others. */
  readonly obstacle: 'several' | 'shared' | null;
}

/**
 * Candidates for each person. Pure.
 * @param taken logins that the user map gives to others already
 */
export function suggest(
  people: readonly UnmappedPerson[],
  evidence: Evidence,
  taken: readonly string[] = [],
): readonly Suggestion[] {
  const index = createEvidenceIndex(evidence);
  const found = people.map((person) => {
    const candidates = rank(index.hintsFor(person));
    const [first = null, second = null] = candidates;
    const isSeveral = first !== null && second?.confidence === first.confidence;
    return { person, candidates, best: isSeveral ? null : first, isSeveral };
  });
  const users = Map.groupBy(
    [...found.flatMap(({ best }) => best?.login ?? []), ...taken],
    (login) => login.toLowerCase(),
  );
  return found.map(({ isSeveral, ...one }) => {
    const isShared =
      one.best !== null && (users.get(one.best.login.toLowerCase())?.length ?? 0) > 1;
    return { ...one, obstacle: isSeveral ? 'several' : isShared ? 'shared' : null };
  });
}

/** The login that may be accepted without a look at each; `null`: none is sure enough. Pure. */
export function acceptable({ best, obstacle }: Suggestion, least: Confidence): Candidate | null {
  if (best === null || obstacle !== null) return null;
  return confidences.indexOf(best.confidence) <= confidences.indexOf(least) ? best : null;
}

function rank(hints: readonly Hint[]): readonly Candidate[] {
  const byLogin = Map.groupBy(hints, ({ login }) => login.toLowerCase());
  return [...byLogin.values()]
    .map(combine)
    .sort(
      (one, other) =>
        confidences.indexOf(one.confidence) - confidences.indexOf(other.confidence) ||
        (one.login < other.login ? -1 : 1),
    );
}

/** A name and a handle are independent: where both lead to one login, it is as sure as an address. */
function combine(hints: readonly Hint[]): Candidate {
  const sorted = hints.toSorted(
    (one, other) => confidences.indexOf(one.confidence) - confidences.indexOf(other.confidence),
  );
  const [first] = sorted as [Hint, ...Hint[]];
  const ways = new Set(hints.map(({ by }) => by));
  const confidence = ways.has('name') && ways.has('handle') ? 'high' : first.confidence;
  const also = [...new Set(sorted.map(({ source }) => source))].filter(
    (source) => source !== first.source,
  );
  return { login: first.login, source: first.source, confidence, also };
}
