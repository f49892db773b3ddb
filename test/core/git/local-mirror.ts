import { join } from 'node:path';
import type { GitTool } from '../../../src/core/git/process/git-tool.ts';
import { bareRepository, makeTool, temporaryFolder } from './fixture.ts';

export interface LocalMirror {
  readonly tool: GitTool;
  readonly directory: string;
  close(): Promise<void>;
}

/** An empty bare repository and the way to git. */
export async function openLocalMirror(): Promise<LocalMirror> {
  const folder = temporaryFolder();
  const tool = await makeTool(join(folder.path, 'run'));
  return {
    tool,
    directory: bareRepository(folder.path, 'mirror.git'),
    async close() {
      await tool.close();
      folder.remove();
    },
  };
}
