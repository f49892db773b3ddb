import type { Query } from '../../kernel/base-url.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { LogLevel } from '../../ports/events.ts';
import type { HostPolicy } from '../host-policies.ts';
import type { Network } from '../network.ts';
import type { RateLimits } from '../rate-limit/limits.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import type { OnWait } from '../rate-limit/waiting.ts';
import type { ExpectedBody } from './body.ts';
import type { HttpMethod } from './round-trip.ts';

/** What every client is given. */
export interface HttpServices {
  readonly network: Network;
  readonly clock: Clock;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  readonly userAgent: string;
  readonly rateLimitStore: RateLimitStore;
  readonly onWait: OnWait;
  readonly log: Log;
  /** How long a host may give no answer to a request that is sent again; no limit if left out. */
  readonly outageMilliseconds?: number;
  /** Waits as long as nothing may be sent; throws `interrupted`. */
  readonly hold?: (signal?: AbortSignal) => Promise<void>;
  /** Told of every budget that a client keeps to. */
  readonly onBudget?: (budget: { key: string; host: string; limits: RateLimits }) => void;
  /** Told of every request that is sent, with the host's name and port. */
  readonly onRequest?: (host: string) => void;
}

export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

export interface HttpClientOptions extends HttpServices {
  /** The one origin that the credentials belong to, with the path that all requests lie below. */
  readonly baseUrl: string;
  /** The `Authorization` header's value; `null` sends none. */
  readonly authorization: string | null;
  readonly policy: HostPolicy;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpRequest {
  readonly method: HttpMethod;
  /** A path below the base address, or an absolute address on its origin (a `next` link). */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as the fields of a form, in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** It makes something that a second sending would make twice: a lost answer is `ambiguous-write`. */
  readonly creates: boolean;
  /** A POST that only reads, such as a GraphQL query: it costs what a read does. */
  readonly isRead?: boolean;
  /** It counts as content-creating on GitHub: a repository, pull request, review, comment, reply or issue. */
  readonly contentCreating?: boolean;
  /** Besides 2xx: statuses that are given back and not thrown. */
  readonly expectedStatuses?: readonly number[];
  /** Bytes after decompression. */
  readonly maxBodyBytes?: number;
  /** `json` if left out. `text`: a plain text is taken as well, and cut at `maxBodyBytes`; a web page never is. `bytes`: a file of any kind, left out where it is longer than `maxBodyBytes`. */
  readonly expects?: ExpectedBody;
  /** How deeply JSON may nest, where it nests more than usual and whoever reads it does so without recursion. */
  readonly maxDepth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked after all waiting, right before it is sent: `false` throws OutdatedRequest, and nothing is sent. */
  readonly isCurrent?: (() => boolean) | undefined;
}

/** What a request was made from is too old by now: whoever made it has to look again. */
export class OutdatedRequest extends Error {
  override readonly name = 'OutdatedRequest';
}
