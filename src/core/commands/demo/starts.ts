import type { StartHosts } from '../embedded-hosts/hosts.ts';
import type { StartSelf } from './processes/own-process.ts';

/** Describes what the demo starts; each is loaded when it is needed. */
export interface DemoStarts {
  readonly startHosts: StartHosts;
  readonly loadStartSelf: () => Promise<StartSelf>;
  /** Program and arguments that this process was started with, up to its command. */
  readonly loadStartedAs: () => Promise<readonly string[]>;
}
