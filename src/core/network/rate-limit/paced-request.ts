export interface LimitedRequest {
  /** GitHub's price: 1 for a read, 5 for a write. */
  readonly points: number;
  readonly contentCreating: boolean;
}

/** A request of one client, at a moment. */
export interface RequestSlot {
  readonly request: LimitedRequest;
  /** Tells this client from all others that share the budget. */
  readonly client: string;
  /** Whether the process of a client is still there. */
  readonly isAlive: (client: string) => boolean;
  readonly now: number;
}
