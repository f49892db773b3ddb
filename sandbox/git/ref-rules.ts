import { writeFileSync } from 'node:fs';

/** What somebody is about to do to a ref. A merge is one of a pull request, by the host. */
export interface RefAction {
  readonly kind: 'create' | 'update' | 'delete' | 'merge';
  /** `refs/heads/main` */
  readonly ref: string;
}

/** Why it may not be done: whatever comes with it, or only if it drops commits or brings merges along. */
export interface RefRefusal {
  readonly when: 'always' | 'rewrites' | 'brings-merges';
  readonly sentence: string;
}

/** For the hook, which alone sees the commits of a push: `<when> <ref> <sentence>` a line. */
export function writeRefusals(
  file: string,
  refused: readonly { readonly ref: string; readonly refusals: readonly RefRefusal[] }[],
): void {
  const lines = refused.flatMap(({ ref, refusals }) =>
    refusals.map(({ when, sentence }) => `${when} ${ref} ${sentence}\n`),
  );
  writeFileSync(file, lines.join(''));
}

/**
 * A function for hooks: prints the sentences that stand against one ref, and nothing where it may be pushed. It takes
 * the old and the new commit and the name, and reads the file that SANDBOX_RULES names.
 */
export const sentencesAgainst = `
sentences_against() {
  none=0000000000000000000000000000000000000000
  while read -r when ref sentence; do
    [ "$ref" = "$3" ] || continue
    if [ "$when" != always ]; then
      [ "$2" = "$none" ] && continue
    fi
    if [ "$when" = rewrites ]; then
      [ "$1" = "$none" ] && continue
      git merge-base --is-ancestor "$1" "$2" && continue
    fi
    if [ "$when" = brings-merges ]; then
      if [ "$1" = "$none" ]; then known=--all; else known=$1; fi
      [ -n "$(git rev-list --merges -n 1 "$2" --not "$known")" ] || continue
    fi
    printf '%s\\n' "$sentence"
  done <"$SANDBOX_RULES"
}
`;
