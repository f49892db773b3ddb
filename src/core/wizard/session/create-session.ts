import { calibrate } from '../../calibration/calibrate.ts';
import { readCalibration } from '../../calibration/calibration-files.ts';
import { loadConfig } from '../../config/load-config.ts';
import { fileRecords } from '../../discovery/deep-scan/deep-records.ts';
import { deepScan } from '../../discovery/deep-scan/deep-scan.ts';
import { isComplete, newScan } from '../../discovery/deep-scan/repository-scan.ts';
import { scanCost } from '../../discovery/deep-scan/scan-cost.ts';
import { discover } from '../../discovery/discover.ts';
import { findSettings, withGroupsFile } from '../../discovery/settings/find-settings.ts';
import { readGroupsFile } from '../../discovery/settings/groups-file.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import type { Finding } from '../../doctor/finding.ts';
import { isUnlimited } from '../../forecast/host-limits.ts';
import { readingRequests } from '../../forecast/settings-reading.ts';
import { freePath } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import type { Program } from '../../kernel/program.ts';
import { currentCalibration } from '../../migration/control/current-calibration.ts';
import { dryRunPlan } from '../../migration/dry-run/dry-run-plan.ts';
import { listUnfinished } from '../../migration/list-unfinished.ts';
import type { Store } from '../../ports/store.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import { discoveryFolder, stateFolder } from '../../state/state-folder.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import { checkUserMap } from '../check-user-map.ts';
import { verifySource, verifyTarget } from '../credentials.ts';
import { hasGh, readGhToken } from '../gh-token.ts';
import { planLimit } from '../plan-limit.ts';
import type { WizardSession } from './session.ts';
import { createSessionApp, type OpenTools, type SessionApp } from './session-app.ts';

/** @param options.folder for its files; empty: the current one */
export function createWizardSession(options: {
  program: Program;
  /** Path of the configuration that was named. */
  config: string | undefined;
  openTools: OpenTools;
  openStore: () => Promise<Store>;
  resolveTargetNames: ResolveTargetNames;
  folder: string;
}): WizardSession {
  const { program, folder, resolveTargetNames } = options;
  const session = createSessionApp(options);
  const writes = new Set<Promise<unknown>>();
  /** Nobody waits for what Ctrl+C has met: the end does. */
  async function awaited<T>(work: Promise<T>): Promise<T> {
    writes.add(work);
    return work.finally(() => writes.delete(work));
  }
  return {
    environment: program.environment,
    config: () => loadConfig(options.config),
    unfinished: () => readOngoing(options.openStore),
    environmentInUse: session.variables,
    resolveTargetNames,
    ...credentialCalls(session, options),
    ...hostCalls(session, program),
    ...createDeepScan(session, program),
    ...createSettingsScan(session, program),
    readUserMap,
    freePath: (name, ending) => freePath(folder, name, ending),
    async write(path, text, privacy) {
      await awaited(writeText(path, text, privacy));
    },
    ...calibrationCalls(session, { program, awaited }),
    async [Symbol.asyncDispose]() {
      // What is said after this must hold.
      await Promise.allSettled(writes);
      await session.close();
    },
  };
}

async function readOngoing(
  openStore: () => Promise<Store>,
): ReturnType<WizardSession['unfinished']> {
  const store = await openStore();
  try {
    return await listUnfinished(store);
  } finally {
    await store.close();
  }
}

function credentialCalls(
  session: SessionApp,
  {
    program,
    openStore,
    resolveTargetNames,
  }: Pick<
    Parameters<typeof createWizardSession>[0],
    'program' | 'openStore' | 'resolveTargetNames'
  >,
): Pick<
  WizardSession,
  'setCredentials' | 'hasGh' | 'ghToken' | 'diagnose' | 'verifySource' | 'verifyTarget'
> {
  const { app, source, variables } = session;
  const { environment } = program;
  return {
    setCredentials: session.setCredentials,
    hasGh: () => hasGh(environment),
    ghToken: (request) => readGhToken({ ...request, environment }),
    async diagnose({ onFinding, signal }) {
      const found: Finding[] = [];
      const options = {
        program: { ...program, ...session.silentWorld() },
        open: () => session.open('doctor'),
        openStore,
        resolveTargetNames,
        plan: undefined,
        settings: false,
        signal,
      };
      for await (const finding of diagnose(options)) {
        found.push(finding);
        onFinding(finding);
      }
      return found;
    },
    verifySource: async (signal) =>
      verifySource({ source: await source(), variables: variables(), signal }),
    verifyTarget: async (signal) => verifyTarget({ target: (await app()).target(), signal }),
  };
}

function hostCalls(
  { app, source, open }: SessionApp,
  { clock, drain }: Program,
): Pick<WizardSession, 'discover' | 'planLimit' | 'checkUserMap' | 'dryRun'> {
  return {
    async discover({ workspace, signal }) {
      const { events } = await app();
      return discover({ source: await source(), workspace, clock, emit: events.emit, signal });
    },
    async planLimit() {
      const { license, target } = await app();
      const hosts = [(await source()).hostname, target().hostname];
      return planLimit(() => license(hosts));
    },
    async checkUserMap(request) {
      const { target } = await app();
      return checkUserMap({ ...request, source: await source(), target: target() });
    },
    async dryRun({ signal, ...request }) {
      await using fresh = await open();
      return await dryRunPlan({
        app: fresh,
        ...request,
        signal,
        drain: AbortSignal.any([signal, drain]),
      });
    },
  };
}

function calibrationCalls(
  { app, open }: SessionApp,
  { program, awaited }: { program: Program; awaited: <T>(work: Promise<T>) => Promise<T> },
): Pick<WizardSession, 'isCalibrationDue' | 'calibrate'> {
  const { clock, random } = program;
  const folder = stateFolder(program);
  async function run({
    onStep,
    ...options
  }: Parameters<WizardSession['calibrate']>[0]): Promise<void> {
    await using tools = await open();
    const steps = calibrate({
      ...{ ...options, keep: false, stateFolder: folder, clock, random },
      ...{ target: tools.target(), git: await tools.openGit() },
    });
    for await (const step of steps) onStep(step);
  }
  return {
    async isCalibrationDue(signal) {
      const target = (await app()).target();
      const account = await target.verifyCredentials({ signal });
      const found = ({ id }: { id: string }) =>
        readCalibration({ stateFolder: folder, host: target.hostname, account: id });
      const current = await currentCalibration({ readCalibration: found, clock, target }, account);
      return current?.why !== null;
    },
    calibrate: (options) => awaited(run(options)),
  };
}

/** Settings of the source, and what reading them costs. */
function createSettingsScan(
  { app, source }: SessionApp,
  program: Program,
): Pick<WizardSession, 'settingsCost' | 'readSettings'> {
  let last: (Awaited<ReturnType<typeof read>> & { slugs: string; workspace: string }) | null = null;
  async function read(
    scope: Pick<Parameters<typeof findSettings>[0], 'workspace' | 'repositories'>,
    signal: AbortSignal,
  ) {
    const { events } = await app();
    const notes: string[] = [];
    const found = await findSettings({
      ...scope,
      source: await source(),
      folder: discoveryFolder(stateFolder(program)),
      fresh: false,
      clock: program.clock,
      emit: events.emit,
      signal,
      drain: signal,
      say: (line) => void notes.push(line.replace(/^warning +/, '')),
    });
    const unread = found.failed.map(({ slug, error }) => `${slug}: ${error.message}`);
    return { found, notes: [...notes, ...unread] };
  }
  return {
    async settingsCost({ repositories }) {
      const { parts } = (await source()).settings;
      const projects = new Set(repositories.map(({ project }) => project?.key ?? '')).size;
      return readingRequests(parts, { repositories: repositories.length, projects });
    },
    async readSettings({ groupsFile, signal, ...scope }) {
      const members = groupsFile === '' ? new Map() : await readGroupsFile(groupsFile);
      const slugs = scope.repositories.map(({ slug }) => slug).join();
      if (last?.slugs !== slugs || last.workspace !== scope.workspace) {
        last = { ...(await read(scope, signal)), slugs, workspace: scope.workspace };
      }
      const { found, notes } = last;
      const more: string[] = [];
      const groups = withGroupsFile(found.groups, members, {
        hostname: (await source()).hostname,
        how: 'a group list in the options',
        say: (line) => void more.push(line.replace(/^warning +/, '')),
      });
      return { ...found, groups, notes: [...notes, ...more] };
    },
  };
}

/** Counts pull requests and looks for LFS; reuses the results of earlier scans. */
function createDeepScan(
  { app, source }: SessionApp,
  program: Program,
): Pick<WizardSession, 'deepScanCost' | 'deepScan'> {
  const records = () =>
    fileRecords({ folder: discoveryFolder(stateFolder(program)), fresh: false });
  return {
    async deepScanCost({ workspace, repositories }) {
      const stored = records();
      const scans = await Promise.all(
        repositories.map(async (one) => newScan(one, await stored.read({ workspace, ...one }))),
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
