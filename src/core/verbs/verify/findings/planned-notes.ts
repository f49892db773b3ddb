/** Notes on planned settings that were not compared, since nothing has applied them. */
export const plannedNotes = {
  waiting: 'Planned settings wait for the cut-over',
  notApplied: 'Planned settings are not applied',
} as const;

/** Tells by its notes whether the planned settings of a repository wait for the cut-over. Pure. */
export function doPlannedWait(notes: readonly string[]): boolean {
  return notes.includes(plannedNotes.waiting);
}

/** Tells by its notes whether the planned settings of a repository were applied. Pure. */
export function arePlannedApplied(notes: readonly string[]): boolean {
  return !Object.values(plannedNotes).some((note) => notes.includes(note));
}
