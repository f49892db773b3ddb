import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import type { Mannequin, TargetImporter } from '../../ports/target-importer.ts';
import type { UserMap } from '../../users/user-map.ts';
import { importedPeople } from './imported-people.ts';
import { type StandingPerson, standingOf } from './standing.ts';

/** Before the id of a claim in the state, which the plan's first repository keeps. */
export const claimPrefix = 'claim ';

type Organization = Awaited<ReturnType<TargetImporter['findOrganization']>>;

export interface Standings {
  readonly organization: Organization;
  readonly people: readonly StandingPerson[];
}

/** Reads who stands for whom, and who has claimed what. A request for every hundred placeholder accounts. */
export async function readStandings(options: {
  readonly store: Pick<Store, 'listObjects' | 'listRepositories'>;
  readonly importer: TargetImporter;
  readonly migration: Migration;
  /** `null`: the one of the migration. */
  readonly map: Pick<UserMap, 'find'> | null;
  readonly signal: AbortSignal;
}): Promise<Standings> {
  const { store, importer, migration, map, signal } = options;
  const { organization: login } = migration.target;
  const organization = await importer.findOrganization({ login, signal });
  const mannequins = new Map<string, Mannequin>();
  for await (const page of importer.listMannequins({ organization, signal }))
    for (const one of page) mannequins.set(one.login.toLowerCase(), one);
  const invited = await invitedIn(store, migration);
  const people = await importedPeople(store, migration, map);
  return {
    organization,
    people: people.map((person) => standingOf(person, mannequins, invited)),
  };
}

async function invitedIn(
  store: Pick<Store, 'listObjects' | 'listRepositories'>,
  { id }: Migration,
): Promise<ReadonlySet<string>> {
  const [first] = await store.listRepositories(id);
  if (first === undefined) return new Set();
  const rows = await store.listObjects(id, first.source, 'import', claimPrefix);
  return new Set(
    rows.flatMap(({ sourceId, targetId }) =>
      targetId === null ? [] : [sourceId.slice(claimPrefix.length)],
    ),
  );
}
