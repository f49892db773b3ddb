import { readFileSync } from 'node:fs';

/** Milliseconds that an answer of ps(1) is used for: the rate limiter asks before each request. */
const answerValid = 1000;

/**
 * Tells whether a process still runs. A killed process keeps its id until its parent waits for it; in a container
 * without an init none does, and signal 0 still reaches it. So its state decides, where the system reports it.
 */
export function createIsProcessAlive(platform: NodeJS.Platform): (pid: number) => boolean {
  const hasEnded = platform === 'linux' ? hasEndedOnLinux : cachedHasEndedByPs();
  return (pid) => isReachable(pid) && !hasEnded(pid);
}

/** Without permission for signal 0 there is a process, too. */
function isReachable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tells whether a state of proc(5) or ps(1) is that of a process that has ended: Z or X. */
export function isEndedState(state: string): boolean {
  return /^[ZXx]/.test(state.trim());
}

/** The state in a line of /proc/PID/stat: the name in its parentheses may hold any character. */
export function stateInStat(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 1).trim();
}

/** `false` where /proc hides the processes of other accounts: the lease decides then. */
function hasEndedOnLinux(pid: number): boolean {
  try {
    return isEndedState(stateInStat(readFileSync(`/proc/${pid}/stat`, 'latin1')));
  } catch {
    return false;
  }
}

function cachedHasEndedByPs(): (pid: number) => boolean {
  const answers = new Map<number, { readonly hasEnded: boolean; readonly until: number }>();
  return (pid) => {
    const known = answers.get(pid);
    if (known !== undefined && performance.now() < known.until) return known.hasEnded;
    const hasEnded = hasEndedByPs(pid);
    answers.set(pid, { hasEnded, until: performance.now() + answerValid });
    return hasEnded;
  };
}

function hasEndedByPs(pid: number): boolean {
  try {
    // Loaded here: most commands never need it.
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const asked = execFileSync('ps', ['-o', 'state=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
      env: { PATH: process.env.PATH },
    });
    return isEndedState(asked);
  } catch {
    return false;
  }
}
