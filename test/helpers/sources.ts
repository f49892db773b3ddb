/** Every kind of source that there is an adapter and a face of the sandbox for. */
export const sources = ['bitbucket-cloud', 'bitbucket-data-center'] as const;
