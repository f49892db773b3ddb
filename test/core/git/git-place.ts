import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { GitTool } from '../../../src/core/git/process/git-tool.ts';
import { type GitServer, startGitServer } from '../../helpers/servers/git-server.ts';
import { makeTool, temporaryFolder } from './fixture.ts';

/** Describes what most tests of git need. */
export interface GitPlace {
  /** An empty folder, for mirrors. */
  readonly folder: string;
  /** A host that serves whatever bare repository is made below its root. */
  readonly server: GitServer;
  readonly tool: GitTool;
}

/** Opens one for each test of a file; to be called before other hooks that use it. */
export function placeForEach(credential: { username?: string; password?: string } = {}): GitPlace {
  let open: GitPlace | null = null;
  const now = (): GitPlace => {
    if (open === null) throw new Error('there is a place during tests only');
    return open;
  };
  beforeEach(async () => {
    const folder = temporaryFolder();
    const server = await startGitServer(credential);
    // Its folder has a space in its name, as those of users have.
    const tool = await makeTool(join(folder.path, 'run folder'));
    open = { folder: folder.path, server, tool };
    return async () => {
      open = null;
      await tool.close();
      await server.close();
      folder.remove();
    };
  });
  return {
    get folder() {
      return now().folder;
    },
    get server() {
      return now().server;
    },
    get tool() {
      return now().tool;
    },
  };
}
