import type { SourceKind } from '../../../../core/ports/records/repository.ts';
import type { CredentialsState } from './state.ts';

/** Known from the kind of credentials, before anything is asked. */
export function kindOf({ variant }: Pick<CredentialsState, 'variant'>): SourceKind {
  return variant === 'data-center' ? 'bitbucket-data-center' : 'bitbucket-cloud';
}

/** What the source calls that of which one migration is. */
export function placeWord(credentials: Pick<CredentialsState, 'variant'>): 'workspace' | 'project' {
  return kindOf(credentials) === 'bitbucket-data-center' ? 'project' : 'workspace';
}

/** `workspace` becomes `Workspace`. */
export function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
