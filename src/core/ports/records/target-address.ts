export interface Cancellable {
  readonly signal?: AbortSignal;
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}
