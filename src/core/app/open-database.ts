import { once } from '../kernel/async/once.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import { allAuthorities, namedCaFiles, readCaFiles } from '../network/tls-proxy/certificates.ts';
import type { Store } from '../ports/store.ts';
import { markerKeyOf } from '../state/marker-key.ts';
import { readDatabaseAddress } from '../state/postgresql/database-address.ts';
import { correctedClock, measureOffset } from '../state/postgresql/database-clock.ts';
import { DatabaseConnection } from '../state/postgresql/database-connection.ts';
import { machineIdentity } from '../state/postgresql/machine.ts';
import { openClient } from '../state/postgresql/open-client.ts';
import { readPasswordFile } from '../state/postgresql/password-file.ts';
import { createPostgresqlStore } from '../state/postgresql/postgresql-store.ts';

/** A PostgreSQL database that this process has reached. */
export interface Database {
  /** Agrees with the server's. */
  readonly clock: Clock;
  openStore(): Store;
}

/**
 * Reaches the database of MIGRATOR_DATABASE_URL. Nothing is written yet.
 * @throws `configuration` for an address that cannot be used, `state` where no connection comes about
 */
export async function openDatabase(options: {
  program: Program;
  /** Including those of migrator.yaml. */
  variables: Variables;
  url: string;
}): Promise<Database> {
  const { program, variables, url } = options;
  const { redactor } = program;
  const address = readDatabaseAddress(url, variables);
  if (address.password !== null) redactor.add(address.password);
  const authorities = once(async () => {
    const caFile = address.tls?.caFile ?? null;
    const named = caFile === null ? [] : [{ path: caFile, setting: 'sslrootcert' }];
    return allAuthorities(await readCaFiles([...namedCaFiles(variables), ...named]));
  });
  async function password(): Promise<string | null> {
    const found = address.password ?? (await readPasswordFile(address, variables));
    if (found !== null) redactor.add(found);
    return found;
  }
  const connection = {
    place: address.place,
    open: () => openClient({ address, password, authorities }),
    clock: program.clock,
  };
  const first = new DatabaseConnection(connection);
  const offset = await first.use((query) => measureOffset(query, program.clock));
  await first.close();
  return {
    clock: correctedClock(program.clock, offset),
    openStore: () =>
      createPostgresqlStore({
        ...connection,
        isProcessAlive: program.isProcessAlive,
        hostname: program.hostname,
        machine: machineIdentity(),
        redactor,
        markerKey: markerKeyOf(program),
      }),
  };
}
