import type { SourceKind } from '../../../../core/ports/records/repository.ts';
import type { CredentialsState } from './model.ts';

/** By the kind of credentials, before any request. */
export function kindOf({ variant }: Pick<CredentialsState, 'variant'>): SourceKind {
  return variant === 'data-center' ? 'bitbucket-data-center' : 'bitbucket-cloud';
}

/** The source's term for the scope of a migration. */
export function placeWord(credentials: Pick<CredentialsState, 'variant'>): 'workspace' | 'project' {
  return kindOf(credentials) === 'bitbucket-data-center' ? 'project' : 'workspace';
}

/** `workspace` becomes `Workspace`. */
export function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
