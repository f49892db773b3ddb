import { type ErrorCode, type MigratorError, toMigratorError } from '../kernel/errors.ts';

/** Errors that may concern only one repository; any other ends the scan, which can be resumed. */
export const ofOneRepository: readonly ErrorCode[] = [
  'not-found',
  'bad-answer',
  'refused',
  'input-file',
];

/** So many failures in a row concern more than one repository. */
const enoughFailures = 3;

/** @typeParam Scan of one repository */
export interface ScanRefusals<Scan> {
  readonly refused: ReadonlyMap<Scan, MigratorError>;
  /**
   * Runs the work for a repository; a failure that concerns only this one is recorded, and the scan continues.
   * @throws what concerns all repositories
   */
  attempt(scan: Scan, work: () => Promise<void>): Promise<void>;
}

export function createScanRefusals<Scan>(): ScanRefusals<Scan> {
  const refused = new Map<Scan, MigratorError>();
  let hasSucceeded = false;
  let faultsInARow = 0;

  /** A host may fail, or the token lack rights, for one repository and not for others. */
  function isOfOne({ code, status }: MigratorError): boolean {
    if (code === 'unavailable' && status !== null) return faultsInARow < enoughFailures;
    if (code === 'permission') return hasSucceeded || refused.size < enoughFailures;
    return ofOneRepository.includes(code);
  }
  return {
    refused,
    async attempt(scan, work) {
      if (refused.has(scan)) return;
      try {
        await work();
        hasSucceeded = true;
        faultsInARow = 0;
      } catch (thrown) {
        const error = toMigratorError(thrown);
        if (error.code === 'unavailable') faultsInARow += 1;
        refused.set(scan, error);
        if (!isOfOne(error)) throw error;
      }
    },
  };
}
