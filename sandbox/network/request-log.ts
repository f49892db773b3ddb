import type { AuthorizationKind } from './authorization.ts';
import type { FaultAction, HostName } from './faults.ts';

/** One request that came in. Never holds a credential. */
export interface RecordedRequest {
  readonly host: HostName;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** `0` where no answer was sent (a reset, a lost answer). */
  readonly status: number;
  /** True if GitHub counts it against its limits on content. */
  readonly contentCreating: boolean;
  readonly authorization: AuthorizationKind;
  readonly fault: FaultAction['kind'] | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface RequestLog {
  readonly entries: readonly RecordedRequest[];
  add(entry: RecordedRequest): void;
}

const maxEntries = 20_000;

/** The newest 20,000 requests. */
export function createRequestLog(): RequestLog {
  const entries: RecordedRequest[] = [];
  return {
    entries,
    add(entry) {
      entries.push(entry);
      if (entries.length > maxEntries) entries.splice(0, maxEntries / 10);
    },
  };
}
