import { readCalibration, readTrial } from '../calibration/calibration-files.ts';
import type { Config } from '../config/config-schema.ts';
import { outageSeconds, settleSeconds } from '../config/with-config.ts';
import { fileRecords } from '../discovery/deep-scan/deep-records.ts';
import type { requireCredentialChannel } from '../git/process/credential-check.ts';
import type { GitTool } from '../git/process/git-tool.ts';
import type { detectPrograms } from '../git/process/programs.ts';
import type { ReportWait } from '../journal/wait-until-visible.ts';
import type { Scoped } from '../kernel/async/scoped.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Program } from '../kernel/program.ts';
import type { FindLicense } from '../license/find-license.ts';
import type { Network } from '../network/tls-proxy/network.ts';
import type { Emit } from '../ports/records/events.ts';
import type { SourceHost } from '../ports/source-host.ts';
import type { Dispatcher } from '../ports/state/dispatcher.ts';
import type { Store } from '../ports/store.ts';
import type { TargetHost } from '../ports/target-host.ts';
import { type CreatedTargets, createdTargets } from '../replica/context/expected-targets.ts';
import type {
  MigrationServices,
  Sharing,
  StateServices,
  VerificationServices,
} from '../replica/context/migration-context.ts';
import {
  createWriteGuard,
  guardGit,
  guardNetwork,
  type WriteLease,
} from '../replica/context/write-guard.ts';
import { markerKeyOf } from '../state/marker-key.ts';
import { discoveryFolder, stateFolder, workFolder } from '../state/state-folder.ts';
import type { RunController } from '../work/pausing/run-controller.ts';
import type { CurrentRepository } from '../work/pausing/waiting.ts';
import type { Hosts } from './hosts.ts';

/** Describes what the app has made once, and a migration works with as well. */
interface Parts {
  readonly program: Program;
  readonly config: Config;
  readonly hosts: Hosts;
  readonly network: Network;
  readonly lease: Scoped<WriteLease>;
  readonly created: Scoped<CreatedTargets>;
  readonly openGit: () => Promise<GitTool>;
  readonly openStore: () => Store;
  /** `null` where the state is this machine's alone. */
  readonly openDispatcher: (() => Promise<Dispatcher>) | null;
  readonly detectPrograms: typeof detectPrograms;
  readonly requireCredentialChannel: typeof requireCredentialChannel;
  readonly license: FindLicense;
  readonly runController: RunController;
  /** Its waits end with a run that is to end. */
  readonly waitingClock: Clock;
  readonly emit: Emit;
  readonly currentRepository: CurrentRepository;
  readonly reportWait: ReportWait;
  /** Gets what closes each thing that was opened. */
  readonly onClose: (cleanUp: () => Promise<void>) => void;
}

/** All that a migration works with, whose writes end once another process has taken it over. */
export async function migrationServicesOf(parts: Parts): Promise<MigrationServices> {
  const { hosts, network, config, license, runController } = parts;
  const writeGuard = createWriteGuard(parts.lease.get);
  const source = hosts.source();
  const guarded = guardNetwork(network, writeGuard);
  const target = hosts.target(guarded);
  const services = await verificationServicesOf(parts, target);
  return {
    ...services,
    source,
    lock: () => hosts.lock(guarded),
    readLicense: () => license([source.hostname, target.hostname, ...gitHosts(source, target)]),
    git: guardGit(services.git, { pauseGate: runController.pauseGate, guard: writeGuard }),
    networks: { source: network, target: guarded },
    requireCredentialChannel: parts.requireCredentialChannel,
    runController,
    outageMilliseconds: 1000 * outageSeconds(config),
    writeGuard,
  };
}

/** Where the state is one that several processes share. */
function sharingOf({ openDispatcher }: Parts, { shared: runs }: Store): Sharing | null {
  return openDispatcher === null || runs === null ? null : { runs, openDispatcher };
}

/** Where repositories are read and written; it need not be where the REST APIs are. */
function gitHosts(source: SourceHost, target: TargetHost): readonly string[] {
  const { url } = source.gitAccess({ workspace: 'any', slug: 'any' });
  return [url, target.gitAccess({ owner: 'any', name: 'any' }).url].map((one) => new URL(one).host);
}

/** The same without a source, whose credentials are not needed then. */
export async function verificationServicesOf(
  parts: Parts,
  target: TargetHost = parts.hosts.target(),
): Promise<VerificationServices> {
  const { program, config, openGit, waitingClock } = parts;
  const { random, environment } = program;
  const folder = stateFolder(program);
  const markerKey = markerKeyOf(program);
  return {
    ...stateServicesOf(parts),
    version: program.version,
    target,
    git: await openGit(),
    programs: await parts.detectPrograms({ environment }),
    deepRecords: fileRecords({ folder: discoveryFolder(folder), fresh: false }),
    waitingClock,
    random,
    emit: parts.emit,
    workFolder: workFolder(folder),
    settleMilliseconds: 1000 * settleSeconds(config, target),
    hasMarkerKey: markerKey.has,
    readCalibration: ({ id }) =>
      readCalibration({ stateFolder: folder, host: target.hostname, account: id }),
    readTrial: (place) => readTrial(folder, { host: target.hostname, ...place }),
    loadMarkerKey: markerKey.load,
    currentRepository: parts.currentRepository,
    reportWait: parts.reportWait,
  };
}

/** Contacts no host. */
export function stateServicesOf(parts: Parts): StateServices {
  const { clock, hostname, pid } = parts.program;
  const store = parts.openStore();
  parts.onClose(() => store.close());
  const sharing = sharingOf(parts, store);
  const guardCreated = () => {
    const targets = createdTargets(store);
    parts.created.set({ targets });
    return targets;
  };
  return { store, sharing, lease: parts.lease, guardCreated, process: { pid, hostname }, clock };
}
