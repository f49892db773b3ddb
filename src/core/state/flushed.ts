import type { CreatedKind } from '../ports/records/migration.ts';

/*
 * Which writes must be on the disk when they return. The others are lost only with the machine's power, and never without
 * everything that was written later: see docs/decisions/2026-11-20-what-is-flushed.md.
 */

/**
 * Kinds that a step records after it has migrated something: a step without an end is entered again, and records them
 * again.
 */
const notesOfSteps: ReadonlySet<CreatedKind> = new Set(['refs', 'lfs', 'settings', 'sync']);

export function isIntentFlushed(kind: CreatedKind): boolean {
  return !notesOfSteps.has(kind);
}

/** A result of a marked kind that a power failure takes is found by its marker, since the intent was flushed. */
export function isResultFlushed(kind: CreatedKind): boolean {
  return !notesOfSteps.has(kind) && kind !== 'comment' && kind !== 'pull-request';
}

/**
 * Tells whether data must survive a power failure, as what a sync is about to push must. Other data only saves
 * processing once more.
 */
export function isDataFlushed(kind: CreatedKind): boolean {
  return kind === 'refs';
}

/** Refs that are ours must be known after a power failure too; a step writes its other notes again. */
export function isDocumentFlushed(kind: CreatedKind): boolean {
  return kind === 'refs' || !notesOfSteps.has(kind);
}

/** Only the outcome of a repository: that it is running follows from its steps. */
export function isStatusFlushed(status: string | undefined): boolean {
  return status !== undefined && status !== 'running';
}
