import { type App, type AppFlags, createApp } from '../app.ts';
import type { Config } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { type DeepLookResult, deepLook } from '../discovery/deep-look.ts';
import { fileRecords } from '../discovery/deep-records.ts';
import { type Discovered, discover } from '../discovery/discover.ts';
import { type LookCost, lookCost } from '../discovery/look-cost.ts';
import { isComplete, newLook } from '../discovery/repository-look.ts';
import { diagnose } from '../doctor/diagnose.ts';
import type { Finding } from '../doctor/finding.ts';
import type { TimedEvent } from '../events.ts';
import { freePath } from '../files/free-path.ts';
import { writeText } from '../files/write-result.ts';
import { isUnlimited } from '../forecast/host-limits.ts';
import type { Variables } from '../hosts/environment.ts';
import { listOngoing, type OngoingMigration } from '../migration/list-ongoing.ts';
import type { MigrationFlags } from '../migration/options.ts';
import { type Rehearsal, rehearsePlan } from '../migration/rehearse-plan.ts';
import type { SourceRepository } from '../model/repository.ts';
import type { Plan } from '../plan/plan-schema.ts';
import type { Program } from '../program.ts';
import { SqliteStore } from '../state/sqlite/sqlite-store.ts';
import { discoveryFolder, stateFolder } from '../state/state-folder.ts';
import type { SeenPerson } from '../users/people-file.ts';
import { checkUserMap, type UserMapCheck } from './check-user-map.ts';
import {
  type TypedCredentials,
  type Verified,
  type VerifiedTarget,
  verifySource,
  verifyTarget,
  withTyped,
} from './credentials.ts';
import { type PlanLimit, planLimit } from './plan-limit.ts';

/** What the screens can ask for. Every call stops when its signal is aborted, and throws MigratorError alone. */
export interface WizardSession extends AsyncDisposable {
  /** The variables, with what migrator.yaml adds: which are there, not what they hold. */
  readonly environment: Variables;
  config(): Promise<Config>;
  /** From now on these stand in place of what the environment has. In memory alone. */
  setCredentials(typed: TypedCredentials): void;
  ongoing(): Promise<readonly OngoingMigration[]>;
  /** Everything that `doctor` checks; each finding is told as it is made. */
  diagnose(options: {
    onFinding: (finding: Finding) => void;
    signal: AbortSignal;
  }): Promise<readonly Finding[]>;
  verifySource(signal: AbortSignal): Promise<Verified & { workspaces: readonly string[] | null }>;
  verifyTarget(signal: AbortSignal): Promise<VerifiedTarget>;
  discover(options: { workspace: string; signal: AbortSignal }): Promise<Discovered>;
  /** Of the license that holds for both hosts. */
  planLimit(): Promise<PlanLimit>;
  /** What is left to be asked for a deep look; asks nothing itself. */
  deepLookCost(options: DeepScope): Promise<LookCost>;
  deepLook(options: DeepScope & { signal: AbortSignal }): Promise<DeepLookResult>;
  checkUserMap(options: {
    path: string;
    people: readonly SeenPerson[];
    workspace: string;
    signal: AbortSignal;
  }): Promise<UserMapCheck>;
  rehearse(options: {
    plan: Plan;
    planText: string;
    flags: MigrationFlags & { readonly userMap?: string | undefined };
    /** Whether a request for each repository that was not looked at is worth it. */
    countsPullRequests: boolean;
    signal: AbortSignal;
  }): Promise<Rehearsal>;
  /** The first of `name.json`, `name-2.json` ... that is not there yet, in the folder of this session's files. */
  freePath(name: string, ending: string): Promise<string>;
  /** @throws `input-file` if it cannot be written */
  write(path: string, text: string): Promise<void>;
  /** A program that has these credentials, for whatever runs after the screens. */
  program(): Program;
}

interface DeepScope {
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
}

/** @param options.folder where its files go; empty: the current one, by names alone */
export function createWizardSession(options: {
  program: Program;
  flags: AppFlags;
  folder: string;
  /** Told of everything that is said while something is asked for. */
  onEvent: (event: TimedEvent) => void;
}): WizardSession {
  const { program, folder, onEvent } = options;
  // Nothing but the screens may write to the terminal.
  const flags: AppFlags = { ...options.flags, json: false, plain: true };
  let environment = program.environment;
  let opened: Promise<App> | null = null;

  function quiet(): Program {
    const nowhere = { write() {}, isTerminal: false };
    return {
      ...program,
      environment,
      stdout: nowhere,
      stderr: nowhere,
      ask: null,
      openLiveView: null,
    };
  }
  function open(): Promise<App> {
    return createApp({ program: quiet(), flags, onEvent });
  }
  async function app(): Promise<App> {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  }
  async function close(): Promise<void> {
    const before = opened;
    opened = null;
    // What could not be opened has told so already.
    const closing = await before?.catch(() => null);
    await closing?.[Symbol.asyncDispose]();
  }
  const records = () =>
    fileRecords({ folder: discoveryFolder(stateFolder(program)), fresh: false });
  const source = async () => (await app()).source({ usesGit: false });

  return {
    environment: program.environment,
    config: () => loadConfig(flags.config),
    setCredentials(typed) {
      environment = withTyped(program.environment, typed);
      void close();
    },
    async ongoing() {
      const store = new SqliteStore({
        stateFolder: stateFolder(program),
        clock: program.clock,
        isProcessAlive: program.isProcessAlive,
        redactor: program.redactor,
        hostname: program.hostname,
      });
      try {
        return await listOngoing(store);
      } finally {
        await store.close();
      }
    },
    async diagnose({ onFinding, signal }) {
      const found: Finding[] = [];
      for await (const finding of diagnose({ program: quiet(), flags, plan: undefined, signal })) {
        found.push(finding);
        onFinding(finding);
      }
      return found;
    },
    verifySource: async (signal) =>
      verifySource({ source: await source(), variables: environment, signal }),
    verifyTarget: async (signal) => verifyTarget({ target: (await app()).target(), signal }),
    async discover({ workspace, signal }) {
      const { events } = await app();
      const { clock } = program;
      return discover({ source: await source(), workspace, clock, emit: events.emit, signal });
    },
    async planLimit() {
      const { license, target } = await app();
      const hosts = [(await source()).hostname, target().hostname];
      return planLimit(() => license(hosts));
    },
    async deepLookCost({ workspace, repositories }) {
      const kept = records();
      const looks = await Promise.all(
        repositories.map(async (one) => newLook(one, await kept.read({ workspace, ...one }))),
      );
      const open = looks.filter((look) => !isComplete(look, false));
      const cost = lookCost({ looks: open, listings: new Map(), withPeople: false });
      return isUnlimited((await source()).kind) ? { ...cost, isUnlimited: true } : cost;
    },
    async deepLook({ workspace, repositories, signal }) {
      const { events } = await app();
      return deepLook({
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
    async checkUserMap(request) {
      const { target } = await app();
      return checkUserMap({ ...request, source: await source(), target: target() });
    },
    async rehearse({ signal, ...request }) {
      await using rehearsing = await open();
      const drain = AbortSignal.any([signal, program.drain]);
      return await rehearsePlan({ app: rehearsing, ...request, signal, drain });
    },
    freePath: (name, ending) => freePath(folder, name, ending),
    async write(path, text) {
      await writeText(path, text);
    },
    program: () => ({ ...program, environment }),
    [Symbol.asyncDispose]: close,
  };
}
