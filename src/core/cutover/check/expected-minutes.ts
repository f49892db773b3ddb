/** Requests of the checks for one repository, on both hosts. */
const checkRequests = 7;
/** From lock to open, where nothing has changed since the last sync; two rounds of syncing among them. */
const cutoverRequests = 60;

/**
 * How long the cut-over takes from lock to open if little has changed since the last sync, from what the checks took. Pure.
 * @returns whole minutes, one at least
 */
export function expectedMinutes({
  repositories,
  checkMilliseconds,
}: {
  readonly repositories: number;
  readonly checkMilliseconds: number;
}): number {
  if (repositories === 0) return 1;
  const milliseconds = (checkMilliseconds / checkRequests) * cutoverRequests;
  return Math.max(1, Math.ceil(milliseconds / 60_000));
}
