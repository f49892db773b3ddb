import type { WrittenRef } from '../../ports/records/write.ts';
import type { SmartHttp } from '../protocol/smart-http.ts';

/**
 * Records a push before it is sent, and what became of each ref.
 * @param push sends it, and gives the refs that were taken
 * @param wasDropped whether it was ended before it was whole, so that the target has taken nothing
 */
export async function recordPush(
  { url, journal }: Pick<SmartHttp, 'url' | 'journal'>,
  refs: readonly WrittenRef[],
  push: () => Promise<ReadonlySet<string>>,
  wasDropped: () => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const inFlight = await journal?.begin({ kind: 'push', url, refs });
  try {
    const taken = await push();
    const statusOf = (ref: string) => (taken.has(ref) ? 'pushed' : 'rejected');
    const results = refs.map((one) => ({ ...one, status: statusOf(one.ref) }));
    await inFlight?.end({ kind: 'pushed', refs: results });
    return taken;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    await inFlight?.end({ kind: 'lost', reason, mayHaveArrived: !wasDropped() });
    throw thrown;
  }
}
