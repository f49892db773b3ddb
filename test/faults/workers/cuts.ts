import { setTimeout as wait } from 'node:timers/promises';
import type { Faults } from '../../../sandbox/network/faults.ts';
import { restartServer } from '../../helpers/postgresql/start-server.ts';
import type { Finding } from '../census/finding.ts';
import { isWrite } from '../chance/traffic.ts';
import type { Member } from './crew.ts';
import { ofRepositories, type SharedPlace } from './shared-place.ts';

/** Describes what came of cutting processes off from their database. Times are milliseconds. */
export interface Cut {
  readonly lasted: number;
  /** From the cut to the last request of those cut off that may write to the target; 0: there was none. */
  readonly lastWrite: number;
  /** Of such requests in the ten seconds before the cut. */
  readonly writesBefore: number;
  /** From the cut until their repositories were free for others, or until another had the first of them. */
  readonly free: number;
}

interface Scene {
  readonly shared: Pick<SharedPlace, 'ask' | 'server'>;
  readonly hosts: ReturnType<typeof watchWrites>;
  /** The coordinator first. */
  readonly members: readonly Member[];
  /** @param number of a member */
  readonly cut: (number: number) => void;
  readonly mend: (number: number) => void;
  readonly findings: Finding[];
  readonly say: (line: string) => void;
}

/** Half a claim: by then a process has given up what it cannot renew. A second for what is on its way. */
const longestWriting = 20_000 + 1000;
const longestWait = 240_000;
const shortWhile = 10_000;
const justNow = 1000;
const interval = 200;

/** Sits before the hosts: notes when requests come that may write to the target, and lets it answer slowly. */
export function watchWrites(faults: Pick<Faults, 'decide'>) {
  const writes: { readonly at: number; readonly target: string }[] = [];
  let slowness = 0;
  faults.decide((request) => {
    if (!request.host.startsWith('github')) return null;
    if (isWrite(request)) writes.push({ at: performance.now(), target: request.target });
    return slowness === 0 ? null : { kind: 'slow', ms: slowness };
  });
  return {
    slowDown(milliseconds: number) {
      slowness = milliseconds;
    },
    /** In so many milliseconds before `to`. @param names of repositories, all if left out */
    countBefore(to: number, milliseconds: number, names: readonly string[] | null = null): number {
      return writes.filter(
        ({ at, target }) => at < to && at >= to - milliseconds && isOf(target, names),
      ).length;
    },
    /** Milliseconds after `from` at which the last one came; 0: none. @param names of repositories, all if left out */
    lastAfter(from: number, names: readonly string[] | null = null): number {
      const last = writes.findLast(({ at, target }) => at >= from && isOf(target, names));
      return last === undefined ? 0 : last.at - from;
    },
  };
}

function isOf(target: string, names: readonly string[] | null): boolean {
  return names === null || names.some((name) => target.split(/[/?]|\.git/).includes(name));
}

/** The server is restarted: nobody may end, and everybody goes on. @returns milliseconds until everybody did */
export async function restart(scene: Scene): Promise<number> {
  const { shared, members, findings, say } = scene;
  say('  the server is restarted ...');
  const from = performance.now();
  await restartServer(shared.server);
  const [row = {}] = await shared.ask('SELECT migrator.now_ms() AS now');
  await until('all have renewed their claims', () => allWorkSince(scene, Number(row.now)));
  for (const { name, ends } of members)
    if (ends.length > 0)
      findings.push({ kind: 'stuck', what: `${name} did not outlive a restart of the database` });
  return performance.now() - from;
}

/**
 * Nobody reaches the database.
 * @param onMended the coordinator may be started again
 * @returns also the milliseconds from its end until all processes worked again
 */
export async function cutAll(
  scene: Scene,
  milliseconds: number,
  onMended: () => void,
): Promise<Cut & { readonly recovery: number }> {
  const { shared, hosts, members, findings, say } = scene;
  say(`  all are cut off from the database for ${milliseconds / 1000} s ...`);
  const from = performance.now();
  const writesBefore = hosts.countBefore(from, shortWhile);
  for (const number of members.keys()) scene.cut(number);
  let free = 0;
  while (performance.now() - from < milliseconds) {
    const [row = {}] = await shared.ask(`SELECT count(*)::integer AS held FROM migrator.claim
      WHERE ${ofRepositories} AND expires_at > migrator.now_ms()`);
    if (free === 0 && row.held === 0) free = performance.now() - from;
    await wait(interval);
  }
  const lastWrite = hosts.lastAfter(from);
  if (lastWrite > longestWriting) findings.push(wroteLate(lastWrite));
  const [coordinator, ...others] = members;
  if (coordinator?.ends.at(-1) !== 8)
    findings.push({
      kind: 'stuck',
      what: `the coordinator ended with ${coordinator?.ends.at(-1)}`,
    });
  for (const { name, ends } of others)
    if (ends.length > 0) findings.push({ kind: 'stuck', what: `${name} did not wait` });
  const lasted = performance.now() - from;
  for (const number of members.keys()) scene.mend(number);
  onMended();
  return { lasted, lastWrite, writesBefore, free, recovery: await recovered(scene) };
}

/** One worker reaches the hosts alone. What it had, others take; until then it may not write. */
export async function cutOne(scene: Scene): Promise<Cut> {
  const { shared, hosts, members, findings, say } = scene;
  const number = members.length - 1;
  const pid = members[number]?.pid ?? 0;
  let held: Awaited<ReturnType<typeof shared.ask>> = [];
  const namesOf = () => held.map(({ target }) => String(target));
  // What it would go on with is the danger.
  await until('it has just written to the target', async () => {
    held = await shared.ask(
      `SELECT c.source, c.holder, r.target FROM migrator.claim c
         JOIN migrator.repository r USING (migration, source)
       WHERE pid = $1 AND ${ofRepositories} AND expires_at > migrator.now_ms()`,
      pid,
    );
    return hosts.countBefore(performance.now(), justNow, namesOf()) > 0;
  });
  say(`  one worker is cut off from the database, with ${held.length} repositories ...`);
  const from = performance.now();
  scene.cut(number);
  const names = namesOf();
  const holders = held.map(({ holder }) => holder);
  const last = { lastWrite: 0, free: 0 };
  await until('another has taken over', async () => {
    // Before the look: what comes between the two may be the other's.
    const lastWrite = hosts.lastAfter(from, names);
    const left = await shared.ask(
      `SELECT FROM migrator.claim WHERE holder = ANY ($1) AND ${ofRepositories}`,
      holders,
    );
    last.free = performance.now() - from;
    if (left.length < held.length) return true;
    last.lastWrite = lastWrite;
    return false;
  });
  if (last.lastWrite > longestWriting) findings.push(wroteLate(last.lastWrite));
  scene.mend(number);
  const lasted = performance.now() - from;
  return { ...last, writesBefore: hosts.countBefore(from, shortWhile, names), lasted };
}

function wroteLate(milliseconds: number): Finding {
  const seconds = (milliseconds / 1000).toFixed(1);
  return { kind: 'wrong', what: `wrote to the target ${seconds} s after it had lost the database` };
}

export async function allWork(scene: Pick<Scene, 'shared' | 'members'>): Promise<void> {
  await until('all work', () => allWorkSince(scene, 0));
}

async function recovered(scene: Scene): Promise<number> {
  const from = performance.now();
  const [row = {}] = await scene.shared.ask('SELECT migrator.now_ms() AS now');
  await until('all work again', () => allWorkSince(scene, Number(row.now)));
  return performance.now() - from;
}

/** Tells whether each has a living claim that it has taken or renewed since. @param since by the server's clock */
async function allWorkSince(
  { shared, members }: Pick<Scene, 'shared' | 'members'>,
  since: number,
): Promise<boolean> {
  const rows = await shared.ask(
    `SELECT DISTINCT pid FROM migrator.claim
     WHERE ${ofRepositories} AND expires_at > greatest(migrator.now_ms(), $1::bigint + 40000)`,
    since,
  );
  return members.every((one) => rows.some(({ pid }) => pid === one.pid));
}

/** @throws Error where it takes too long */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestWait;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}`);
    await wait(interval);
  }
}
