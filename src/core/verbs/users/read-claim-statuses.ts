import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import type { Mannequin, TargetImporter } from '../../ports/target-importer.ts';
import type { ClaimMap, MannequinMap, MannequinRow } from '../../users/mannequin-map.ts';
import { claimStatusOf, type PersonStatus } from './claim-status.ts';
import { importedPeople } from './imported-people.ts';

/** Before the id of a claim in the state, which the plan's first repository keeps. */
export const claimPrefix = 'claim ';

type Organization = Awaited<ReturnType<TargetImporter['findOrganization']>>;

export interface ClaimStatuses {
  readonly organization: Organization;
  readonly people: readonly PersonStatus[];
  /** Rows of GitHub's own file that name a person for an account which stands for nobody of this migration. */
  readonly strangers: readonly MannequinRow[];
}

/** Reads who stands for whom, and who has claimed what. A request for every hundred placeholder accounts. */
export async function readClaimStatuses(options: {
  readonly store: Pick<Store, 'listObjects' | 'listRepositories' | 'listMigrations'>;
  readonly importer: TargetImporter;
  readonly migration: Migration;
  /** `null`: the one of the migration. */
  readonly map: ClaimMap | null;
  readonly signal: AbortSignal;
}): Promise<ClaimStatuses> {
  const { store, importer, migration, map, signal } = options;
  const { organization: login } = migration.target;
  const organization = await importer.findOrganization({ login, signal });
  const all: Mannequin[] = [];
  for await (const page of importer.listMannequins({ organization, signal })) all.push(...page);
  const mannequins = Map.groupBy(all, (one) => one.login.toLowerCase());
  const invited = await invitedBy(store, migration);
  const own = map?.kind === 'mannequins' ? map.map : null;
  const named = map?.kind === 'people' ? map.map : null;
  const people = (await importedPeople(store, migration, named)).map((person) =>
    claimStatusOf(person, mannequins, invited, own),
  );
  return { organization, people, strangers: own === null ? [] : strangersIn(own, people) };
}

function strangersIn(map: MannequinMap, people: readonly PersonStatus[]): readonly MannequinRow[] {
  const used = new Set(people.map(({ mannequin }) => mannequin && map.find(mannequin)));
  return map.rows.filter((row) => row.target !== null && !used.has(row));
}

/** Ids of mannequins that any migration into the same organization has invited somebody for, or may have. */
async function invitedBy(
  store: Pick<Store, 'listObjects' | 'listRepositories' | 'listMigrations'>,
  { target }: Migration,
): Promise<ReadonlySet<string>> {
  const invited = new Set<string>();
  for (const { id, target: other } of await store.listMigrations()) {
    if (other.organization.toLowerCase() !== target.organization.toLowerCase()) continue;
    const [first] = await store.listRepositories(id);
    const rows =
      first === undefined ? [] : await store.listObjects(id, first.source, 'import', claimPrefix);
    for (const { sourceId } of rows) invited.add(sourceId.slice(claimPrefix.length));
  }
  return invited;
}
