import { namesText } from '../../kernel/format/format.ts';
import { keyText } from '../kinds/deploy-keys.ts';
import { chosenSettings, type PlannedSetting } from '../plan/planned-settings.ts';

/** A deploy key that several repositories of a plan want. GitHub accepts a key only once. */
export interface SharedKey {
  /** In the first of them. Hostile. */
  readonly title: string;
  /** In the order of the plan; at least two. */
  readonly repositories: readonly string[];
  /** By the repository. Hostile. */
  readonly titles: ReadonlyMap<string, string>;
}

/** So many repositories are named. */
const named = 5;

/** Pure. */
export function findSharedKeys(plan: {
  readonly repositories: readonly {
    readonly source: string;
    readonly settings?: readonly PlannedSetting[] | undefined;
  }[];
}): readonly SharedKey[] {
  const uses = plan.repositories.flatMap(({ source, settings = [] }) =>
    chosenSettings(settings).keys.map(({ title, key }) => ({ source, title, text: keyText(key) })),
  );
  return [...Map.groupBy(uses, ({ text }) => text).values()].flatMap((same) => {
    const titles = new Map(same.map(({ source, title }) => [source, title]));
    const [first] = same;
    if (first === undefined || titles.size < 2) return [];
    return [{ title: first.title, repositories: [...titles.keys()], titles }];
  });
}

/** Names the key and what to do, without a full stop at the end. Hostile. Pure. */
export function sharedKeyText({ title, repositories }: Omit<SharedKey, 'titles'>): string {
  const where = namesText(repositories, named);
  return `Deploy key ${title} is in several repositories (${where}), and GitHub accepts a key only once. Create a new key on Bitbucket for all but one`;
}
