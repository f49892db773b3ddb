import { readFileSync } from 'node:fs';

/** Milliseconds for which the answer of ps(1) holds: the rate limiter asks before each request. */
const answerHolds = 1000;

/**
 * Tells whether a process still does anything. One that was killed keeps its number until its parent asks how it ended; in
 * a container without an init nobody does, and signal 0 still reaches it: so its state decides, where the system tells it.
 */
export function createIsProcessAlive(platform: NodeJS.Platform): (pid: number) => boolean {
  const hasEnded = platform === 'linux' ? hasEndedOnLinux : createHasEndedByPs();
  return (pid) => isReachable(pid) && !hasEnded(pid);
}

/** Signal 0 reaches a process or is not permitted to: either way there is one. */
function isReachable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a state, as proc(5) and ps(1) name it, is that of a process that has ended: Z, or X on its way out. */
export function isEndedState(state: string): boolean {
  return /^[ZXx]/.test(state.trim());
}

/** The state in a line of /proc/PID/stat. The name before it is in parentheses, and may hold any character. */
export function stateInStat(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 1).trim();
}

/** Where /proc hides the processes of other accounts, the lease has to do. */
function hasEndedOnLinux(pid: number): boolean {
  try {
    return isEndedState(stateInStat(readFileSync(`/proc/${pid}/stat`, 'latin1')));
  } catch {
    return false;
  }
}

function createHasEndedByPs(): (pid: number) => boolean {
  const answers = new Map<number, { readonly hasEnded: boolean; readonly until: number }>();
  return (pid) => {
    const known = answers.get(pid);
    if (known !== undefined && performance.now() < known.until) return known.hasEnded;
    const hasEnded = askPs(pid);
    answers.set(pid, { hasEnded, until: performance.now() + answerHolds });
    return hasEnded;
  };
}

function askPs(pid: number): boolean {
  try {
    // Loaded here: most commands that start never ask.
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const asked = execFileSync('ps', ['-o', 'state=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    });
    return isEndedState(asked);
  } catch {
    return false;
  }
}
