/** @returns `refs/heads/…` */
export function fullName({ branch }: { readonly branch: string }): string {
  return `refs/heads/${branch}`;
}

/** Names of the branches that pull requests need in addition to those of the source. */
export interface BranchNames {
  /** Stays: the default branch of a target whose source has no branches. */
  readonly first: string;
  /** Temporary. */
  head(number: number): string;
  /** Temporary. */
  base(number: number): string;
  /** Stays: the commits of an open pull request whose branch is in a fork, or gone. */
  kept(number: number): string;
  /** Stays: files that texts lead to. */
  readonly attachments: string;
  /** Stays until people delete it: the settings pull request is opened from it. */
  readonly settings: string;
  /** Stays likewise, for the pull request with workflows. */
  readonly pipelines: string;
  /** Stays: where an open pull request goes whose destination is gone. */
  keptBase(number: number): string;
}

/**
 * Names that no branch of the source has or stands in the way of: Git cannot hold `migrator` and `migrator/pr-1` at
 * the same time.
 * @param refs full names of the source's refs
 */
export function chooseBranchNames(refs: Iterable<string>): BranchNames {
  const taken = new Set([...refs].flatMap(leadingNames));
  function freeName(wanted: string): string {
    let name = wanted;
    for (let attempt = 2; taken.has(`refs/heads/${name}`); attempt += 1) {
      name = `${wanted}-${attempt}`;
    }
    return name;
  }
  const prefix = freeName('migrator');
  return {
    attachments: freeName(`${prefix}/attachments`),
    first: `${prefix}/no-branches`,
    settings: freeName(`${prefix}/settings`),
    pipelines: freeName(`${prefix}/pipelines`),
    head: (number) => `${prefix}/pr-${number}/head`,
    base: (number) => `${prefix}/pr-${number}/base`,
    kept: (number) => `${prefix}/pr-${number}`,
    keptBase: (number) => `${prefix}/pr-${number}-base`,
  };
}

/**
 * Tells whether a ref has a name that we would give.
 * @param refs full names of the source's refs
 */
export function isOwnBranch(ref: string, refs: Iterable<string>): boolean {
  const number = numberOfOwn(ref) ?? Number.NaN;
  const { head, base, kept, keptBase, ...single } = chooseBranchNames(refs);
  if (Object.values(single).some((name) => ref === `refs/heads/${name}`)) return true;
  return [head, base, kept, keptBase].some((nameOf) => ref === `refs/heads/${nameOf(number)}`);
}

/** Of the pull request that a branch with one of our names belongs to; `null` for one that belongs to none. */
export function numberOfOwn(ref: string): number | null {
  const digits = /\/pr-(\d{1,9})(?:-base|\/head|\/base)?$/.exec(ref)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Of the pull request that a branch was kept for; `null` for one that belongs to none. */
export function numberOfKept(ref: string): number | null {
  const digits = /\/pr-(\d+)(?:-base)?$/.exec(ref)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** `refs/heads/a/b` stands in the way of `refs/heads/a` too. Letter case: some targets tell names apart without it. */
function leadingNames(ref: string): string[] {
  const parts = ref.toLowerCase().split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/')).slice(2);
}
