import type { SendRoute } from './routes.ts';

/** What the parts of the adapter share. */
export interface GitHub {
  /** For messages. */
  readonly host: string;
  readonly send: SendRoute;
}
