import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in bytes, as Linux reports it in /proc. */
export interface MemoryWatch {
  /** The most that Git's processes held at one time, apart from those of the hosts. */
  readonly gitPeak: number;
  /** How much the program's own process grew after a moment, in milliseconds since 1970. */
  ownGrowth(since: number): number;
  stop(): void;
}

/** Milliseconds between two looks, each of which takes a few. */
const interval = 50;
const pageBytes = 4096;

/** @param hosts the process whose children belong to the hosts */
export function watchMemory(hosts: number): MemoryWatch {
  let gitPeak = 0;
  const own: { at: number; bytes: number }[] = [];
  const timer = setInterval(() => {
    const held = heldBy(hosts);
    own.push({ at: Date.now(), bytes: held.own });
    gitPeak = Math.max(gitPeak, held.git);
  }, interval);
  return {
    get gitPeak() {
      return gitPeak;
    },
    ownGrowth(since) {
      const before = own.findLast(({ at }) => at <= since)?.bytes ?? 0;
      return Math.max(...own.filter(({ at }) => at > since).map(({ bytes }) => bytes)) - before;
    },
    stop: () => clearInterval(timer),
  };
}

interface Running {
  readonly parent: number;
  readonly name: string;
  readonly bytes: number;
}

function heldBy(hosts: number): { git: number; own: number } {
  const running = new Map<number, Running>();
  for (const name of readdirSync('/proc')) {
    const one = /^\d+$/.test(name) ? read(name) : null;
    if (one !== null) running.set(Number(name), one);
  }
  let git = 0;
  let own = 0;
  for (const [pid, { name, bytes, parent }] of running) {
    if (parent === process.pid && pid !== hosts && !name.startsWith('git')) own = bytes;
    if (
      name.startsWith('git') &&
      isBelow(running, pid, process.pid) &&
      !isBelow(running, pid, hosts)
    )
      git += bytes;
  }
  return { git, own };
}

function isBelow(running: ReadonlyMap<number, Running>, pid: number, ancestor: number): boolean {
  for (let at: number | undefined = pid; at !== undefined; at = running.get(at)?.parent) {
    if (at === ancestor) return true;
  }
  return false;
}

/** `null` for a process that has just ended. */
function read(pid: string): Running | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return {
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf('(') + 1, end),
      bytes: Number(fields[21]) * pageBytes,
    };
  } catch {
    return null;
  }
}
