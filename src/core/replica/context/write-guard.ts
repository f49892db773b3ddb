import type { Dispatcher } from 'undici';
import type { GitTool } from '../../git/process/git-tool.ts';
import type { Network } from '../../network/tls-proxy/network.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import type { PauseGate } from '../../work/pausing/pause-gate.ts';
import type { ExpectedTargets } from './expected-targets.ts';
import type { PlannedPublications } from './planned-publications.ts';

/** A migration, or one of its repositories, that this process may write about. */
export interface WriteLease extends WriteGuard {
  readonly migration: string;
  readonly writer: RepositoryWriter;
  readonly targets: ExpectedTargets;
  readonly publications: PlannedPublications;
}

/**
 * Asks, before anything is written to the target, whether the migration is still ours. A process that was stopped for
 * minutes continues mid-request: by then another process may do the work that it was about to send.
 */
export interface WriteGuard {
  /** @throws `state` if another process has taken the migration over */
  check(): Promise<void>;
}

/** @param findLease what is asked; `null`: nothing is held here, and nothing asked */
export function createWriteGuard(findLease: () => WriteGuard | null): WriteGuard {
  return {
    async check() {
      await findLease()?.check();
    },
  };
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The same way out, guarded at the last moment before a request leaves: it may have waited long for a limit. */
export function guardNetwork(network: Network, guard: WriteGuard): Network {
  const dispatcher = network.dispatcher.compose(
    (dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch =>
      (options, handler) => {
        if (reading.has(options.method)) return dispatch(options, handler);
        guard.check().then(
          () => dispatch(options, handler),
          (error: Error) => handler.onResponseError?.(noController, error),
        );
        return true;
      },
  );
  return { ...network, dispatcher };
}

/** For a request that never began: there is nothing to pause or to end. */
const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  pause() {},
  resume() {},
  abort() {},
};

/**
 * No command is begun while a person holds the run, nor for a migration that is not ours any more: mirrors are shared with a
 * process that takes over.
 */
export function guardGit(
  git: GitTool,
  { pauseGate, guard }: { pauseGate: PauseGate; guard: WriteGuard },
): GitTool {
  async function pass({ signal }: { signal?: AbortSignal | undefined }): Promise<void> {
    await pauseGate.pass(signal);
    await guard.check();
  }
  return {
    ...git,
    async run(call) {
      await pass(call);
      return git.run(call);
    },
    async stream(call) {
      await pass(call);
      return git.stream(call);
    },
    async advertised(call) {
      await pass(call);
      return git.advertised(call);
    },
  };
}
