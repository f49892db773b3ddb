import { count } from '../../kernel/format/format.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { requestsToRead } from '../../ports/records/source-traits.ts';
import type { Store } from '../../ports/store.ts';
import { readRecord } from '../../replica/recorded/pull-requests/pull-request-record.ts';

/** Pull requests that stand on the target when the user map changes, and what looking through them costs at most. */
export interface NamesToRewrite {
  /** Slugs of the repositories that have any. */
  readonly repositories: ReadonlySet<string>;
  readonly pullRequests: number;
  /** Descriptions, reviews, comments and replies: each is one PATCH, if a name in it changes. */
  readonly edits: number;
  readonly targetReads: number;
  readonly sourceRequests: number;
}

/** The same with the number of repositories alone. */
export type NamesCost = Omit<NamesToRewrite, 'repositories'> & { readonly repositories: number };

const nothing = { pullRequests: 0, edits: 0, targetReads: 0, sourceRequests: 0 };

export const noNamesToRewrite: NamesToRewrite = { repositories: new Set(), ...nothing };

/** @param among the others name people by their accounts */
export async function findNamesToRewrite(
  store: Store,
  known: Migration,
  among: ReadonlySet<string>,
): Promise<NamesToRewrite> {
  const repositories = new Set<string>();
  const { id, source: host } = known;
  const sum = { ...nothing };
  for (const { source, status } of await store.listRepositories(id)) {
    // What a person skipped stays skipped until it is reset.
    if (status === 'skipped' || !among.has(source)) continue;
    const rows = await store.listObjects(id, source, 'pull-request');
    const made = rows.filter((row) => row.targetId !== null && readRecord(row)?.state !== null);
    if (made.length === 0) continue;
    repositories.add(source);
    const texts = await store.listObjects(id, source, 'comment');
    const talkedAbout = new Set(texts.map(({ sourceId }) => sourceId.split('/', 1)[0]));
    sum.pullRequests += made.length;
    sum.edits += made.length + texts.length;
    // Each by itself, and of its texts the three lists that they may stand in.
    sum.targetReads += made.length + 3 * talkedAbout.size;
    sum.sourceRequests += requestsToRead(host.kind, { total: made.length });
  }
  return { repositories, ...sum };
}

/** For people, before it begins. */
export function namesCostText(names: NamesCost): string {
  const { repositories, pullRequests, edits, targetReads, sourceRequests } = names;
  const many = `${count(pullRequests, 'pull request')} of ${count(repositories, 'repository', 'repositories')}`;
  return `The user map has changed. Rewriting names in ${many} takes at most ${count(edits, 'edit')} and ${count(targetReads, 'read')} on GitHub (no content-creating requests), and ${count(sourceRequests, 'request')} to Bitbucket`;
}

/** The state held the user map, too, if there was one. */
export const mapOfLostText =
  'The lost state may have had a user map. Names on GitHub stay; without --user-map, new text has no links';

/** Where the state was lost nobody can tell what we wrote from what somebody has edited since. */
export function namesOfFoundText(migration: string): string {
  return `Names in existing pull requests stay unchanged, because the state with their text is lost. To rewrite all text that differs, including other people's edits, run: migrator verify --migration ${migration} --repair`;
}
