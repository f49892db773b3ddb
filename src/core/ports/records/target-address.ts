export interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}
