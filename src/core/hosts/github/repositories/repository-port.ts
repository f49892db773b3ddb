import type { TargetHost } from '../../../ports/target-host.ts';
import type { GitHub } from '../rest/shared.ts';
import { toDescription } from './normalize-texts.ts';
import { createRepository, findRepository, findRepositoryById } from './repositories.ts';
import {
  areActionsEnabled,
  deleteRepository,
  renameRepository,
  setActionsEnabled,
  setTopics,
  updateRepository,
} from './settings.ts';

type RepositoryPort = Pick<
  TargetHost,
  | 'findRepository'
  | 'findRepositoryById'
  | 'normalizeDescription'
  | 'createRepository'
  | 'areActionsEnabled'
  | 'setActionsEnabled'
  | 'updateRepository'
  | 'renameRepository'
  | 'setTopics'
  | 'deleteRepository'
>;

/** The part of the port that finds, creates, changes and deletes repositories. */
export function createRepositoryPort(github: GitHub): RepositoryPort {
  return {
    findRepository: (request) => findRepository(github, request),
    findRepositoryById: (request) => findRepositoryById(github, request),
    normalizeDescription: toDescription,
    createRepository: (request) => createRepository(github, request),
    areActionsEnabled: (request) => areActionsEnabled(github, request),
    setActionsEnabled: (request) => setActionsEnabled(github, request),
    updateRepository: (request) => updateRepository(github, request),
    renameRepository: (request) => renameRepository(github, request),
    setTopics: (request) => setTopics(github, request),
    deleteRepository: (request) => deleteRepository(github, request),
  };
}
