/**
 * A process that takes a repository, says so in a line, and ends it when a line says so. Argument: the database's
 * address.
 */
import { once } from 'node:events';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import { readDatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';
import { openClient } from '../../../../src/core/state/postgresql/connection/open-client.ts';
import { openDispatcher } from '../../../../src/core/state/postgresql/dispatch/open-dispatcher.ts';

const address = readDatabaseAddress(process.argv[2] ?? '', {});
const dispatcher = await openDispatcher({
  place: 'test',
  open: () => openClient({ address, password: async () => null, authorities: async () => [] }),
  clock: systemClock,
  redactor: new Redactor(),
});
const taken = await dispatcher.take({ waves: null });
process.stdout.write(`${taken?.source}\n`);
await once(process.stdin, 'data');
await taken?.done();
process.stdout.write('ended\n');
await dispatcher.close();
process.exit();
