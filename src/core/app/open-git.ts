import { rm } from 'node:fs/promises';
import { createGitTool, type GitTool } from '../git/process/git-tool.ts';
import type { GitPatience } from '../git/process/read-again.ts';
import type { Variables } from '../kernel/environment.ts';
import { makeRunFolder } from '../kernel/files/run-folder.ts';
import type { Program } from '../kernel/program.ts';
import type { Log } from '../network/http/http-request.ts';
import type { Network } from '../network/tls-proxy/network.ts';
import { stateFolder } from '../state/state-folder.ts';
import { gitNetwork } from './open-network.ts';

/**
 * git with a private folder, and with the same way out as our own requests.
 * @param options.onClose gets what closes each thing opened, to be called last first
 */
export async function openGitTool(options: {
  program: Program;
  network: Network;
  variables: Variables;
  log: Log;
  patience: GitPatience;
  onClose: (cleanUp: () => Promise<void>) => void;
}): Promise<GitTool> {
  const { program, network, variables, log, patience, onClose } = options;
  const folder = await makeRunFolder(program, 'run', stateFolder(program));
  onClose(() => rm(folder, { recursive: true, force: true }));
  const way = await gitNetwork({
    ...{ network, variables, folder },
    redactor: program.redactor,
    outageMilliseconds: patience.outageMilliseconds,
  });
  onClose(async () => way[Symbol.asyncDispose]());
  const git = await createGitTool({
    environment: program.environment,
    runFolder: folder,
    network: way,
    log,
    launcher: { kill: program.kill },
    patience,
  });
  onClose(() => git.close());
  return git;
}
