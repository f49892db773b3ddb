import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImporterRules } from '../../../../../sandbox/github/importer/importer-rules.ts';
import type { SandboxOptions } from '../../../../../sandbox/sandbox.ts';
import type {
  TargetImporter,
  UploadProgress,
} from '../../../../../src/core/ports/target-importer.ts';
import { openSandbox, type TestSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices } from '../../../network/support/client.ts';
import { targetOf } from '../sandbox-target.ts';

/** The client and the sandbox's importer, over HTTP. */
export interface ImporterPlace extends AsyncDisposable {
  readonly sandbox: TestSandbox;
  readonly rules: ImporterRules;
  readonly importer: TargetImporter;
  /** As after a crash: with nothing that the first one knew. */
  newClient(): TargetImporter;
  readonly folder: string;
  /** A file of so many random bytes. */
  file(bytes: number): { readonly path: string; readonly content: Buffer };
}

export async function openImporter(
  options: Partial<Omit<SandboxOptions, 'folder'>> = {},
): Promise<ImporterPlace> {
  const sandbox = await openSandbox(options);
  const services = await createTestServices();
  const folder = mkdtempSync(join(tmpdir(), 'importer-'));
  function newClient(): TargetImporter {
    const { importer } = targetOf(sandbox, services);
    if (importer === null) throw new Error('There is no importer');
    return importer;
  }
  return {
    sandbox,
    rules: sandbox.github.importer.rules,
    importer: newClient(),
    newClient,
    folder,
    file(bytes) {
      const path = join(folder, `archive-${bytes}.tar.gz`);
      const content = randomBytes(bytes);
      writeFileSync(path, content);
      return { path, content };
    },
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps what an upload reports, as a journal would. */
export function remembering() {
  const kept: UploadProgress[] = [];
  const onProgress = (progress: UploadProgress) => void kept.push(progress);
  return { kept, onProgress };
}
