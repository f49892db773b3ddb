import type { Inventory } from '../discovery/inventory-schema.ts';
import type { LfsChoice } from '../plan/build-plan.ts';
import { chooseRepositories, type RepositoryChoice, slugOf } from '../plan/choose-repositories.ts';
import type { CommentMode } from '../ports/pull-request-target.ts';

/** What becomes of repositories that the target has already. */
type ExistingTargets = 'stop' | 'skip' | 'overwrite';

/** Everything that a person chooses besides the repositories. */
export interface WizardOptions {
  readonly organization: string;
  readonly visibility: 'source' | 'private' | 'internal' | 'public';
  readonly nameFrom: 'slug' | 'name';
  readonly pullRequests: boolean;
  /** `null`: as the configuration has it, or the default. */
  readonly comments: CommentMode | null;
  readonly lfs: LfsChoice;
  /** Empty: none. */
  readonly userMap: string;
  readonly existing: ExistingTargets;
  readonly workers: number;
}

/** Where what was chosen is kept. */
export interface WizardFiles {
  readonly inventory: string;
  readonly plan: string;
  /** Where repositories are listed. */
  readonly repositories: string;
}

/** All that the three commands need to do the same. */
export interface Choices {
  readonly workspace: string;
  /** Pull requests were counted. */
  readonly isDeep: boolean;
  readonly selection: DescribedSelection;
  readonly options: WizardOptions;
  readonly files: WizardFiles;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
}

export const defaultWorkers = 4;

/** How flags say which repositories are chosen. */
export interface DescribedSelection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Neither does: they are listed in a file. */
  readonly isListed: boolean;
}

/** So many names on a command line can still be read. */
const mostNames = 12;

/**
 * The shortest way to say a selection by flags: nothing for all of them, the patterns that it came of, a few names, those that are left
 * out, or a list. Whatever it is, it chooses exactly these. Pure.
 * @param options.patterns globs that were used in choosing, perhaps
 */
export function describeSelection(options: {
  inventory: Pick<Inventory, 'repositories'>;
  chosen: ReadonlySet<string>;
  patterns: readonly string[];
}): DescribedSelection {
  const { inventory, chosen, patterns } = options;
  const slugs = inventory.repositories.map(slugOf);
  const left = slugs.filter((slug) => !chosen.has(slug));
  const named = slugs.filter((slug) => chosen.has(slug));
  const ways: readonly RepositoryChoice[] = [
    { include: [], exclude: [] },
    ...patterns.map((pattern) => ({ include: [pattern], exclude: [] })),
    { include: patterns, exclude: [] },
    { include: [], exclude: patterns },
    ...(named.length <= mostNames ? [{ include: named.map(asGlob), exclude: [] }] : []),
    ...(left.length <= mostNames ? [{ include: [], exclude: left.map(asGlob) }] : []),
  ];
  const way = ways.find((choice) => isExactly(choice, inventory, chosen));
  return way === undefined
    ? { include: [], exclude: [], isListed: true }
    : { include: way.include, exclude: way.exclude, isListed: false };
}

function isExactly(
  choice: RepositoryChoice,
  inventory: Pick<Inventory, 'repositories'>,
  chosen: ReadonlySet<string>,
): boolean {
  const found = chooseRepositories(inventory, choice).map(slugOf);
  return found.length === chosen.size && found.every((slug) => chosen.has(slug));
}

/** A slug that means itself alone. */
function asGlob(slug: string): string {
  return slug.replace(/[\\*?[\]{}()!+@|^$]/g, '\\$&');
}
