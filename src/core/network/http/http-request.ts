import type { Query } from '../../kernel/base-url.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { LogLevel } from '../../ports/records/events.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { MetLimit } from '../../ports/target-host.ts';
import type { RateLimits } from '../rate-limit/limits.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import type { Leaves } from '../rate-limit/rate-limiter.ts';
import type { OnWait } from '../rate-limit/waiting.ts';
import type { Network } from '../tls-proxy/network.ts';
import type { ExpectedBody } from './body.ts';
import type { HostPolicy } from './host-policies.ts';
import type { FileBody, HttpMethod } from './round-trip.ts';

export interface HttpServices {
  readonly network: Network;
  readonly clock: Clock;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  readonly userAgent: string;
  readonly rateLimitStore: RateLimitStore;
  readonly onWait: OnWait;
  readonly log: Log;
  /** How long a host may be silent while requests are retried; default: no limit. */
  readonly outageMilliseconds?: number;
  /** Waits while the run is paused; throws `interrupted`. */
  readonly waitWhilePaused?: (signal?: AbortSignal) => Promise<void>;
  /** Called once more when it is known that the credential shares the budget of an account. */
  readonly onBudget?: (budget: {
    key: string;
    host: string;
    limits: RateLimits;
    account?: string;
  }) => void;
  /** Called for every request with the host's name and port. */
  readonly onRequest?: (host: string) => void;
  /** Called before a request is sent again. */
  readonly onRetry?: (host: string) => void;
  /** Called for every refusal that asks to wait. */
  readonly onLimit?: (met: MetLimit) => void;
}

export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

export interface HttpClientOptions extends HttpServices {
  /** The origin that the credentials belong to, with the base path of all requests. */
  readonly baseUrl: string;
  /** The `Authorization` header; `null`: none. */
  readonly authorization: string | null;
  readonly policy: HostPolicy;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpRequest {
  readonly method: HttpMethod;
  /** A path below the base address, or an absolute address on its origin (a `next` link). */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The repository that it names; its owner may have another one under this name since. */
  readonly repository?: RepositoryName | undefined;
  /** Bytes of a file, in place of a body; read again for each attempt. */
  readonly file?: FileBody;
  /** Form fields, in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** Sending it twice would create twice: a lost answer is `ambiguous-write`. */
  readonly creates: boolean;
  /** A POST that only reads, such as a GraphQL query: it costs as much as a read. */
  readonly isRead?: boolean;
  /** Content-creating on GitHub: a repository, pull request, review, comment, reply or issue. */
  readonly contentCreating?: boolean;
  /** As how many such requests the host counts it. Default: 1. */
  readonly contentUnits?: number | undefined;
  /** Statuses other than 2xx that are returned, not thrown. */
  readonly expectedStatuses?: readonly number[];
  /** Bytes after decompression. */
  readonly maxBodyBytes?: number;
  /** Default: `json`. `text`: also plain text, cut at `maxBodyBytes`. `bytes`: any file, omitted if longer than that. */
  readonly expects?: ExpectedBody;
  /** How deeply JSON may nest; more than usual only for readers without recursion. */
  readonly maxDepth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called in place of a wait for a limit: `true` sends nothing and throws LimitedElsewhere. */
  readonly leaves?: Leaves | undefined;
  /** Called right before sending: `false` sends nothing and throws OutdatedRequest. */
  readonly isCurrent?: (() => boolean) | undefined;
}
