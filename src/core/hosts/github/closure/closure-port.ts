import type { TargetClosure } from '../../../ports/target-closure.ts';
import type { GitHub } from '../rest/shared.ts';
import { closeDoors, openDoors, readDoors } from './doors.ts';
import { listNumbered } from './numbered.ts';
import { listOwners, listWriters } from './people.ts';
import { listReleases, listRepositories } from './releases.ts';

export function createClosurePort(github: GitHub): TargetClosure {
  return {
    read: (request) => readDoors(github, request),
    close: (request) => closeDoors(github, request),
    open: (request) => openDoors(github, request),
    listWriters: (request) => listWriters(github, request),
    listOwners: (request) => listOwners(github, request),
    listNumbered: (request) => listNumbered(github, request),
    listReleases: (request) => listReleases(github, request),
    listRepositories: (request) => listRepositories(github, request),
  };
}
