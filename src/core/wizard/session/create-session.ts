import { loadConfig } from '../../config/load-config.ts';
import { discover } from '../../discovery/discover.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import type { Finding } from '../../doctor/findings/finding.ts';
import { freePath } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import type { Program } from '../../kernel/program.ts';
import type { Store } from '../../ports/store.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import { type KnownMigration, listKnown } from '../../replica/apply/guard/list-unfinished.ts';
import { readUserMap } from '../../users/parse-user-map.ts';
import { unfinishedText } from '../../verbs/cutover/halfway.ts';
import {
  lastChange,
  onTargetText,
  reachedText,
  readTargetsReached,
} from '../../verbs/cutover/targets-reached.ts';
import { dryRunPlan } from '../../verbs/migrate/dry-run-plan.ts';
import { suggestUsers } from '../../verbs/users/suggest/suggest-users.ts';
import { checkUserMap } from '../check-user-map.ts';
import { verifySource, verifyTarget } from '../credentials.ts';
import { hasGh, readGhToken } from '../gh-token.ts';
import { planLimit } from '../plan-limit.ts';
import { calibrationCalls, type TryImporter } from './calibration-calls.ts';
import {
  createDeepScan,
  createLargeFilesScan,
  createPipelinesScan,
  createSettingsScan,
} from './scan-calls.ts';
import type { WizardSession } from './session.ts';
import { createSessionApp, type OpenTools, type SessionApp } from './session-app.ts';

/** @param options.folder for its files; empty: the current one */
export function createWizardSession(options: {
  program: Program;
  /** Path of the configuration that was named. */
  config: string | undefined;
  openTools: OpenTools;
  openStore: () => Promise<Store>;
  tryImporter: TryImporter;
  resolveTargetNames: ResolveTargetNames;
  folder: string;
}): WizardSession {
  const { program, folder, resolveTargetNames } = options;
  const session = createSessionApp(options);
  const writes = new Set<Promise<unknown>>();
  const written = new Set<string>();
  /** Nobody waits for what Ctrl+C has met: the end does. */
  async function awaited<T>(work: Promise<T>): Promise<T> {
    writes.add(work);
    return work.finally(() => writes.delete(work));
  }
  return {
    environment: program.environment,
    config: () => loadConfig(options.config),
    migrations: () => withStore(options.openStore, listReached),
    targetsOf: (id) =>
      withStore(options.openStore, async (store) => (await readTargetsReached(store, id)).targets),
    environmentInUse: session.variables,
    resolveTargetNames,
    ...credentialCalls(session, options),
    ...hostCalls(session, program),
    ...createDeepScan(session, program),
    ...createSettingsScan(session, program),
    ...createPipelinesScan(session, program),
    ...createLargeFilesScan(session, program),
    readUserMap,
    freePath: (name, ending) => freePath(folder, name, ending),
    async write(path, text, { isPrivate, replaces = false } = {}) {
      const force = replaces || written.has(path);
      const writing = { isPrivate, force, uid: program.uid };
      await awaited(writeText(path, text, writing));
      written.add(path);
    },
    ...calibrationCalls(session, { program, tryImporter: options.tryImporter, awaited }),
    async [Symbol.asyncDispose]() {
      // What is said after this must hold.
      await Promise.allSettled(writes);
      await session.close();
    },
  };
}

async function withStore<Result>(
  openStore: () => Promise<Store>,
  read: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore();
  try {
    return await read(store);
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
): Pick<
  WizardSession,
  'findOwner' | 'discover' | 'planLimit' | 'checkUserMap' | 'suggestUsers' | 'dryRun'
> {
  return {
    async findOwner({ name, signal }) {
      const target = (await app()).target();
      const account = await target.verifyCredentials({ signal });
      return target.findOwner({ name, account, signal });
    },
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
    async suggestUsers(request) {
      const { target } = await app();
      return suggestUsers({ ...request, target: target(), repositories: null });
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

/** Lists known migrations, and which of them are cut over or rolled back. */
async function listReached(store: Store): Promise<readonly KnownMigration[]> {
  const known = await listKnown(store);
  return Promise.all(
    known.map(async (one) => {
      const { targets, ...now } = await readTargetsReached(store, one.id);
      return {
        ...{ ...one, updatedAt: lastChange(one, now), reached: reachedText(targets) },
        onTarget: onTargetText(targets),
        halfway: unfinishedText(targets, now.lockedSince),
      };
    }),
  );
}
