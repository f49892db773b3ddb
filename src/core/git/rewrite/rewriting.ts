import type { Progress } from '../../ports/records/events.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import { type RewrittenMirror, readRewritten, rewriteMirror } from './rewritten-mirror.ts';

/** The rewritten copy of a mirror, brought up to date when asked. */
export interface Rewriting {
  /** Size limit in bytes; larger files move to LFS. */
  readonly limit: number;
  /** Brings the copy up to date with the mirror. */
  update(onProgress?: (progress: Progress) => void): Promise<RewrittenMirror>;
  /** Returns what the last update gave, also of an earlier run; nothing before it. */
  read(): Promise<Omit<RewrittenMirror, 'refs'>>;
}

export function openRewriting(
  mirror: MirrorOptions,
  { into, limit }: { readonly into: string; readonly limit: number },
): Rewriting {
  let last: Promise<Omit<RewrittenMirror, 'refs'>> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  return {
    limit,
    update(onProgress) {
      // Pull requests are prepared while others are written: one after the other.
      const updated = running.then(() => rewriteMirror({ ...mirror, into, limit, onProgress }));
      running = updated.catch(() => null);
      last = updated;
      updated.catch(() => {
        last = null;
      });
      return updated;
    },
    read() {
      last ??= readRewritten(into, limit);
      return last;
    },
  };
}
