import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/sandbox.ts';
import { loadArchive } from '../../../src/core/archive/check/load-archive.ts';
import { licensing } from '../../../src/core/license/issue/issue-license.ts';
import { keptHistories } from '../../helpers/kept-histories.ts';

export type TestSandbox = Sandbox & { readonly folder: string };

/** A sandbox in a folder of its own, which goes with it. Empty unless asked for. */
export async function openSandbox(
  options: Partial<Omit<SandboxOptions, 'folder'>> = {},
): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = await startSandbox({
    workspace: 'empty',
    licensing,
    loadArchive,
    gitEnvironmentPath: process.env.PATH ?? '',
    histories: keptHistories,
    ...options,
    folder,
  });
  async function close(): Promise<void> {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { ...sandbox, folder, close, [Symbol.asyncDispose]: close };
}
