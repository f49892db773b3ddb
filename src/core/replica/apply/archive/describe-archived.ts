import { archiveAddresses } from '../../../archive/write/addresses.ts';
import type { Person } from '../../../ports/records/person.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { ArchivedPullRequest } from '../../desired/archive/archive-batch.ts';
import { renderRecords } from '../../desired/archive/github/render-records.ts';
import { archiveNames } from '../../desired/archive/github/repository-records.ts';
import { sentByRecords } from '../../desired/archive/github/sent-by-records.ts';
import { createLogins, type Logins } from '../../desired/archive/logins.ts';
import type { SentPullRequest } from '../../desired/archive/sent-pull-request.ts';
import { readRescopes } from '../../desired/archive/server/read-rescopes.ts';
import { renderServerPull } from '../../desired/archive/server/render-server-pull.ts';
import { sentByServer } from '../../desired/archive/server/sent-by-server.ts';
import { createServerPeople } from '../../desired/archive/server/server-people.ts';

/** Describes pull requests as an archive of the migration's format has them, without writing one. */
export interface Describer {
  describe(one: ArchivedPullRequest): Promise<SentPullRequest | null>;
  /** Of somebody who was named so far; `null`: a deleted account. */
  personOf(login: string | null): Person | null;
}

type Described = Pick<RepositoryContext, 'kept' | 'mirror' | 'source' | 'sourceName'>;

export function openDescriber(context: Described): Describer {
  return context.kept.archive_format === 'github' ? byRecords(context) : byServer(context);
}

function byRecords({ source, sourceName }: Described): Describer {
  const names = archiveNames(sourceName);
  const addresses = archiveAddresses({ host: source.webUrl, ...names });
  const logins = createLogins(addresses, names.owner);
  return {
    personOf: finderOf(logins),
    async describe({ rendering, notes, asRead }) {
      const records = renderRecords({ ...rendering, addresses, logins });
      return sentByRecords({ records, notes, asRead });
    },
  };
}

function byServer({ mirror }: Described): Describer {
  const people = createServerPeople();
  return {
    personOf: finderOf(people),
    async describe({ rendering, notes, asRead }) {
      const rescopes = await readRescopes(mirror, rendering.rewrites);
      const pull = renderServerPull({ ...rendering, people }, rescopes);
      return sentByServer({ ...pull, asRead }, [...notes, ...pull.notes]);
    },
  };
}

function finderOf({ people }: Pick<Logins, 'people'>): Describer['personOf'] {
  return (login) => people().find((one) => one.login === login)?.person ?? null;
}
