/** A comment that can move, where it stands, and what it answers. */
interface Placed {
  readonly comment: { readonly by: string | null; at: number };
  /** `null` for the first of its thread. */
  readonly parent: { readonly at: number } | null;
  readonly place: string;
}

/**
 * Moves comments by seconds until no two of one person are at one place in one second: of those an importer may keep one. None is
 * moved before what it answers.
 * @param placed times in milliseconds since 1970; parents stand before what answers them
 * @returns how many were moved
 */
export function moveApart(placed: readonly Placed[]): number {
  // A parent is never later than its answers, and the sort is stable.
  const inOrder = placed.toSorted((one, other) => one.comment.at - other.comment.at);
  const taken = new Set<string>();
  let moved = 0;
  for (const { comment, parent, place } of inOrder) {
    const wanted = Math.max(comment.at, parent?.at ?? 0);
    let at = wanted;
    const keyAt = () => `${comment.by} ${Math.floor(at / 1000)} ${place}`;
    while (taken.has(keyAt())) at += 1000;
    taken.add(keyAt());
    comment.at = at;
    if (at !== wanted) moved += 1;
  }
  return moved;
}
