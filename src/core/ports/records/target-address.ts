export interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

/** A change of what people may change as well. */
export interface Changing extends Cancellable {
  /** Called right before each attempt: `false` sends nothing, and the change ends with OutdatedRequest. */
  readonly isCurrent?: (() => boolean) | undefined;
}

/** A change that was not sent, because what it is based on was read too long ago: it has to be read again. */
export class OutdatedRequest extends Error {
  override readonly name = 'OutdatedRequest';
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}
