import { openForwarder } from '../../helpers/postgresql/forwarder.ts';
import { password } from '../../helpers/postgresql/start-server.ts';
import type { Finding } from '../census/finding.ts';
import { findProcessesLeft } from '../census/leftovers.ts';
import { checkEnd, makePlan } from '../migration.ts';
import { photographOthers } from '../others.ts';
import { openFaultPlace, type Setting } from '../place.ts';
import { startCrew } from './crew.ts';
import { allWork, type Cut, cutAll, cutOne, restart, watchWrites } from './cuts.ts';
import { newestId, openSharedPlace } from './shared-place.ts';

/** Describes what a migration went through whose database was away. Times are milliseconds. */
export interface DatabaseAway {
  readonly workers: number;
  /** From the restart of the server until all processes had renewed what they hold. */
  readonly restarted: number;
  readonly all: Awaited<ReturnType<typeof cutAll>>;
  readonly one: Cut;
  readonly verified: string;
  readonly findings: readonly Finding[];
  readonly seconds: number;
}

const setting: Setting = {
  ...{ workspace: 'sample', edition: 'Enterprise Server', comments: 'threaded', sizes: 'small' },
  mergesByPush: 'any-branch',
};

/** One migration whose database is restarted, cut off from all processes, and then from one of them, while they work. */
export async function runDatabaseAway(options: {
  readonly workers: number;
  /** For which nobody can reach it. */
  readonly milliseconds: number;
  /** Where to keep what each process has written; `null`: nowhere. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
}): Promise<DatabaseAway> {
  const { workers, milliseconds, keep, say } = options;
  const startedAt = performance.now();
  await using place = await openFaultPlace(setting);
  await using shared = await openSharedPlace(place);
  await using ways = new AsyncDisposableStack();
  const before = photographOthers(place);
  await makePlan(place, setting);
  const { port } = shared.server;
  const forwarders = await Promise.all(
    Array.from({ length: 1 + workers }, async () => ways.use(await openForwarder(port))),
  );
  const hosts = watchWrites(place.sandbox.faults);
  const findings: Finding[] = [];
  let back = Promise.resolve();
  const environment = { ...place.environment, ...shared.environment, PGPASSWORD: password };
  const url = shared.database.tcpUrl('127.0.0.1');
  const crew = startCrew(
    { ...{ place, environment, findings, keep, say }, exits: new Map(), mayStart: () => back },
    workers,
    {
      own: (number) => ({
        MIGRATOR_DATABASE_URL: url.replace(`:${port}/`, `:${forwarders[number]?.port}/`),
      }),
    },
  );
  const scene = {
    ...{ shared, hosts, findings, say },
    members: [crew.coordinator, ...crew.others],
    cut: (number: number) => forwarders[number]?.cut(),
    mend: (number: number) => forwarders[number]?.mend(),
  };
  // So slowly that everybody has work until the end.
  hosts.slowDown(4000);
  await allWork(scene);
  const restarted = await restart(scene);
  const returned = Promise.withResolvers<void>();
  back = returned.promise;
  const all = await cutAll(scene, milliseconds, returned.resolve);
  hosts.slowDown(1000);
  const one = await cutOne(scene);
  hosts.slowDown(0);
  say('  to the end ...');
  await crew.coordinator.done;
  for (const other of crew.others) other.leave();
  await Promise.all(crew.others.map(({ done }) => done));
  findings.push(...(await findProcessesLeft(place.folder)));
  const id = await newestId(shared);
  const end = await checkEnd(place, {
    ...{ before, id },
    environment: { ...crew.coordinator.environment(), ...shared.environment },
  });
  return {
    ...{ workers, restarted, all, one, verified: end.verified },
    findings: [...findings, ...end.findings],
    seconds: (performance.now() - startedAt) / 1000,
  };
}
