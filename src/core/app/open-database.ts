import { once } from '../kernel/async/once.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import type { KeptRateLimitStore } from '../network/rate-limit/rate-limit-store.ts';
import { allAuthorities, namedCaFiles, readCaFiles } from '../network/tls-proxy/certificates.ts';
import type { Dispatcher } from '../ports/state/dispatcher.ts';
import type { Store } from '../ports/store.ts';
import { markerKeyOf } from '../state/marker-key.ts';
import { readDatabaseAddress } from '../state/postgresql/connection/database-address.ts';
import { correctedClock, measureOffset } from '../state/postgresql/connection/database-clock.ts';
import { DatabaseConnection } from '../state/postgresql/connection/database-connection.ts';
import { machineIdentity } from '../state/postgresql/connection/machine.ts';
import { openClient } from '../state/postgresql/connection/open-client.ts';
import { readPasswordFile } from '../state/postgresql/connection/password-file.ts';
import { openDispatcher } from '../state/postgresql/dispatch/open-dispatcher.ts';
import { createPostgresqlRateLimitStore } from '../state/postgresql/postgresql-rate-limit-store.ts';
import { createPostgresqlStore } from '../state/postgresql/postgresql-store.ts';

/** A PostgreSQL database that this process has reached. */
export interface Database {
  /** Agrees with the server's. */
  readonly clock: Clock;
  openStore(): Store;
  /** @param warn called once, if it can no longer be used */
  openRateLimitStore(warn: (message: string) => void): KeptRateLimitStore;
  /** The queue of a run that several processes share. @throws `state` where it cannot be used */
  openDispatcher(): Promise<Dispatcher>;
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
    if (address.tls?.checksName === false) return readCaFiles(named);
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
  const { isProcessAlive, hostname, pid } = program;
  const machine = machineIdentity();
  const shared = { ...connection, isProcessAlive, machine, markerKey: markerKeyOf(program) };
  return {
    clock: correctedClock(program.clock, offset),
    openStore: () => createPostgresqlStore({ ...shared, hostname, redactor }),
    openRateLimitStore: (warn) =>
      createPostgresqlRateLimitStore({ ...shared, machine: `${hostname} ${machine}`, pid, warn }),
    openDispatcher: () => openDispatcher({ ...connection, redactor }),
  };
}
