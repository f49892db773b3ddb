/** A pull request that migrator opens by itself, from a branch of its own. */
export interface OwnRequest {
  /** Of its row, of kind `planned-setting`; rows of its comments begin with it and a slash. */
  readonly id: string;
  /** Names its branch. */
  readonly branch: 'settings' | 'pipelines';
  /** Of its marker. */
  readonly subject: string;
  readonly title: string;
  /** For people: `pull request #7 with settings`. */
  readonly holds: string;
}

export const settingsRequest: OwnRequest = {
  id: 'pull-request',
  branch: 'settings',
  subject: 'settings',
  title: 'Add settings from Bitbucket',
  holds: 'settings',
};

export const pipelinesRequest: OwnRequest = {
  id: 'workflows',
  branch: 'pipelines',
  subject: 'pipelines',
  title: 'Add workflows converted from Bitbucket Pipelines',
  holds: 'workflows',
};

/** In the order in which they are opened. */
export const ownRequests: readonly OwnRequest[] = [settingsRequest, pipelinesRequest];

/** Tells whether an outcome of settings is of such a pull request. Pure. */
export function isOwnRequest({ kind, name }: { readonly kind: string; readonly name: string }) {
  return kind === 'pull-request' && ownRequests.some(({ branch }) => name.endsWith(`/${branch}`));
}

/** The row of its comment with this number. */
export function commentId({ id }: OwnRequest, number: number): string {
  return `${id}/${number}`;
}
