import type { Workplace } from '../program/workplace.ts';

/**
 * Holds the answer to the next request that git sends for a repository of the source.
 * @returns lets it go
 */
export function hold(place: Workplace, slug: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  place.sandbox.faults.add({
    host: 'bitbucket-git',
    path: new RegExp(`/${slug}\\.git/`),
    action: { kind: 'held', until: promise },
  });
  return resolve;
}
