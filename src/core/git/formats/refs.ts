/**
 * Full ref names with the object that each names; for an annotated tag the tag object. A name that is not UTF-8 is
 * escaped (see parseRefs()): good for messages, not for git.
 */
export type Refs = ReadonlyMap<string, string>;

interface RefDifference {
  /** Expected, but not there. */
  readonly missing: readonly string[];
  /** There, but naming another object. */
  readonly different: readonly string[];
  /** There, but not expected. */
  readonly unexpected: readonly string[];
}

/** Compares what differs between two ref maps. Pure. */
export function compareRefs(expected: Refs, actual: Refs): RefDifference {
  const missing: string[] = [];
  const different: string[] = [];
  for (const [name, object] of expected) {
    const found = actual.get(name);
    if (found === undefined) missing.push(name);
    else if (found !== object) different.push(name);
  }
  const unexpected = [...actual.keys()].filter((name) => !expected.has(name));
  return { missing, different, unexpected };
}
