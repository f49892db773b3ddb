/** Describes what one repository still takes. */
interface Job {
  /** Milliseconds of git. */
  readonly git: number;
  /** Units of writing, such as pull requests. */
  readonly writes: number;
}

/** An hourly limit for writes that all workers share. */
export interface WriteLimit {
  /** Units that may be written now. */
  readonly room: number;
  /** Milliseconds until there is room for `perHour` again. */
  readonly resetIn: number;
  readonly perHour: number;
}

export interface RestOfRun {
  /** Jobs in flight. */
  readonly running: readonly Job[];
  readonly queue: readonly Job[];
  readonly workers: number;
  /** Milliseconds that one worker takes for one unit of writing. */
  readonly writeTime: number;
  readonly limit: WriteLimit | null;
}

const hour = 3_600_000;

/**
 * Milliseconds that these jobs take, played out: each worker takes the next job of the queue, does its git and then its
 * writes, which wait where the limit has no room. Pure.
 */
export function playOut(rest: RestOfRun): number {
  const { queue, writeTime } = rest;
  let active = rest.running.map((job) => ({ ...job }));
  const gate = openGate(rest.limit);
  let next = 0;
  let time = 0;
  for (;;) {
    for (; active.length < rest.workers && next < queue.length; next += 1)
      active.push({ ...(queue[next] as Job) });
    if (active.length === 0) return time;
    const writing = active.filter(({ git, writes }) => git <= 0 && writes > 0);
    const speed = gate.isOpen() && writeTime > 0 ? 1 / writeTime : 0;
    const step = Math.min(
      ...active.map((job) => timeUntilChange(job, speed)),
      gate.timeUntilChange(time, speed * writing.length),
    );
    if (!Number.isFinite(step)) return time;
    time += step;
    for (const job of active) {
      if (job.git > 0) job.git -= step;
      else if (job.writes > 0) job.writes -= speed * step;
    }
    gate.pass(speed * step * writing.length, time);
    active = active.filter(({ git, writes }) => git > tiny || writes > tiny);
  }
}

function timeUntilChange({ git, writes }: Job, speed: number): number {
  if (git > 0) return git;
  if (writes <= tiny) return 0;
  return speed > 0 ? writes / speed : Number.POSITIVE_INFINITY;
}

/** Lets writes through as far as there is room. */
function openGate(limit: WriteLimit | null) {
  const never = Number.POSITIVE_INFINITY;
  let room = limit === null ? never : Math.max(0, limit.room);
  let resetAt = limit === null ? never : Math.max(0, limit.resetIn);
  return {
    isOpen: () => room > 0,
    timeUntilChange: (time: number, speed: number) =>
      Math.min(resetAt - time, room > 0 && speed > 0 ? room / speed : never),
    pass(writes: number, time: number): void {
      room -= writes;
      if (room < tiny) room = 0;
      if (limit === null || time < resetAt) return;
      room = limit.perHour;
      resetAt = time + hour;
    },
  };
}

/** Rounding error of fractions. */
const tiny = 1e-6;
