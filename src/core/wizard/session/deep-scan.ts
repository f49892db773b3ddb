import { fileRecords } from '../../discovery/deep-scan/deep-records.ts';
import { deepScan } from '../../discovery/deep-scan/deep-scan.ts';
import { isComplete, newScan } from '../../discovery/deep-scan/repository-scan.ts';
import { scanCost } from '../../discovery/deep-scan/scan-cost.ts';
import { isUnlimited } from '../../forecast/host-limits.ts';
import type { Program } from '../../kernel/program.ts';
import { discoveryFolder, stateFolder } from '../../state/state-folder.ts';
import type { WizardSession } from './session.ts';
import type { SessionApp } from './session-app.ts';

/** Counts pull requests and looks for LFS; what an earlier scan found is not asked for again. */
export function createDeepScan(
  { app, source }: SessionApp,
  program: Program,
): Pick<WizardSession, 'deepScanCost' | 'deepScan'> {
  const records = () =>
    fileRecords({ folder: discoveryFolder(stateFolder(program)), fresh: false });
  return {
    async deepScanCost({ workspace, repositories }) {
      const kept = records();
      const scans = await Promise.all(
        repositories.map(async (one) => newScan(one, await kept.read({ workspace, ...one }))),
      );
      const looks = scans.filter((scan) => !isComplete(scan, false));
      const cost = scanCost({ looks, listings: new Map(), withPeople: false });
      return isUnlimited((await source()).kind) ? { ...cost, isUnlimited: true } : cost;
    },
    async deepScan({ workspace, repositories, signal }) {
      const { events } = await app();
      return deepScan({
        source: await source(),
        workspace,
        repositories,
        withPeople: false,
        records: records(),
        clock: program.clock,
        emit: events.emit,
        signal,
        drain: signal,
      });
    },
  };
}
