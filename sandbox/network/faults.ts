/** The servers that requests come to. `*-media` are the stores that LFS objects are sent to and fetched from. */
export type HostName =
  | 'bitbucket'
  | 'bitbucket-git'
  | 'bitbucket-media'
  | 'github'
  | 'github-git'
  | 'github-media'
  | 'github-uploads'
  | 'license'
  | 'pages'
  | 'telemetry'
  | 'vault';

export type FaultAction =
  /** Answered at once; nothing is done. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The socket is destroyed before anything is done. */
  | { readonly kind: 'reset' }
  /** The work is done, then the socket is destroyed without an answer. */
  | {
      readonly kind: 'lost-answer';
      /** Called between the two. */
      readonly onDone?: () => void;
    }
  /** The work is done and answered, this many milliseconds later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** The work is done, and answered once this is fulfilled. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Half of the body is sent, then the socket is destroyed. */
  | { readonly kind: 'truncate' }
  /** A page of HTML, as a proxy gives it; nothing is done. */
  | { readonly kind: 'html'; readonly status?: number };

interface FaultRule {
  readonly host: HostName;
  /** Any if left out. */
  readonly method?: string;
  /** Tested on path and query together; any if left out. */
  readonly path?: RegExp;
  /** How often it strikes; 1 if left out. `Infinity` is allowed. */
  readonly times?: number;
  readonly action: FaultAction;
}

/** Describes what is known of a request when it comes. */
export interface ArrivingRequest {
  readonly host: HostName;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

export interface Faults {
  /** Rules are tried in the order in which they were added. */
  add(rule: FaultRule): void;
  /** Decides about every request that no rule strikes, as it comes; takes the place of the one before. */
  decide(chooser: (request: ArrivingRequest) => FaultAction | null): void;
  /** Takes all rules away, and who decides. */
  clear(): void;
}

export interface FaultBook extends Faults {
  /** The fault that strikes this request, if any; it counts as used. */
  take(request: ArrivingRequest): FaultAction | null;
}

export function createFaultBook(): FaultBook {
  let rules: { rule: FaultRule; left: number }[] = [];
  let choose: (request: ArrivingRequest) => FaultAction | null = () => null;
  return {
    add(rule) {
      rules.push({ rule, left: rule.times ?? 1 });
    },
    decide(chooser) {
      choose = chooser;
    },
    clear() {
      rules = [];
      choose = () => null;
    },
    take(request) {
      const found = rules.find(({ rule, left }) => left > 0 && matches(rule, request));
      if (found === undefined) return choose(request);
      found.left -= 1;
      return found.rule.action;
    },
  };
}

function matches(rule: FaultRule, request: ArrivingRequest): boolean {
  if (rule.host !== request.host) return false;
  if (rule.method !== undefined && rule.method !== request.method) return false;
  return rule.path === undefined || request.target.search(rule.path) >= 0;
}
