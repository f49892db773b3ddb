import type { RecordedRequest } from '../../src/sandbox/network/request-log.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Group } from './repositories.ts';

/** What the hosts' process is asked for; each is answered once. */
export type Question =
  /** Starts the hosts with the repositories of the groups, and this many that are only listed. */
  | {
      readonly kind: 'start';
      readonly folder: string;
      readonly groups: readonly Group[];
      readonly listed: number;
    }
  /** The requests since the last time. */
  | { readonly kind: 'take-requests' }
  | { readonly kind: 'remove-targets' }
  | { readonly kind: 'close' };

export interface Hosts {
  readonly environment: Sandbox['environment'];
  readonly workspace: string;
  readonly organization: string;
}

export interface Answers {
  readonly start: Hosts;
  readonly 'take-requests': readonly RecordedRequest[];
  /** How many there were. */
  readonly 'remove-targets': number;
  readonly close: null;
}
