import type { Inventory } from '../discovery/inventory-schema.ts';
import type { WizardOptions } from '../options/controls.ts';
import { chooseRepositories, type RepositoryChoice, slugOf } from '../plan/choose-repositories.ts';
import type { Renames } from '../plan/renames.ts';

export interface WizardFiles {
  readonly inventory: string;
  readonly plan: string;
  /** The list of repositories, if needed. */
  readonly repositories: string;
  /** The team map, if needed. */
  readonly teams: string;
}

/** Everything that the equivalent commands need. */
export interface Choices {
  readonly workspace: string;
  /** Pull requests were counted. */
  readonly isDeep: boolean;
  /** Repositories were fetched to find large files. */
  readonly findsLargeFiles: boolean;
  readonly selection: DescribedSelection;
  /** Of selected repositories. */
  readonly renames: Renames;
  readonly options: WizardOptions;
  /** Teams are not those that the groups' names give. */
  readonly hasTeamMap: boolean;
  readonly files: WizardFiles;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
}

/** The word that is typed before existing repositories are replaced. */
export const replaceWord = 'replace';
/** The word that is typed before commits get new hashes. */
export const rewriteWord = 'rewrite';
/** Every repository that is private now; the plan names each. */
export const allPrivate: readonly string[] = ['*'];

/** The selected repositories as flags. */
export interface DescribedSelection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file lists them. */
  readonly isListed: boolean;
}

/** On a command line. */
const mostNames = 12;

/**
 * The shortest flags for exactly this selection: none for all, the patterns used, a few names, the names left out, or a list.
 * Pure.
 * @param options.patterns globs that were used in selecting
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

/** A glob that matches only this slug. */
function asGlob(slug: string): string {
  return slug.replace(/[\\*?[\]{}()!+@|^$]/g, '\\$&');
}
