import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImporterRules } from '../../../../../sandbox/github/importer/importer-rules.ts';
import { unlimitedGithub } from '../../../../../sandbox/github/rate-limit/limits.ts';
import type { SandboxOptions } from '../../../../../sandbox/sandbox.ts';
import type {
  ArchiveFormat,
  RepositoryImport,
  TargetImporter,
  UploadProgress,
} from '../../../../../src/core/ports/target-importer.ts';
import { openSandbox, type TestSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { type SmallArchive, smallArchive } from '../../../archive/small-archive.ts';
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
  /** Uploads an archive, starts its import, and looks at it until it has ended. */
  run(archive: Pick<SmallArchive, 'write'>, options?: RunOptions): Promise<RepositoryImport>;
  /** A small archive in a folder of its own. */
  archive(change?: (archive: SmallArchive) => void): SmallArchive;
  /** The file of one that is written once. */
  plain(): Promise<string>;
  organization(): Promise<Organization>;
  /** A file of so many random bytes. */
  file(bytes: number): { readonly path: string; readonly content: Buffer };
}

type Organization = Awaited<ReturnType<TargetImporter['findOrganization']>>;

interface RunOptions {
  readonly repository?: string;
  readonly visibility?: 'private' | 'public' | 'internal';
  readonly format?: ArchiveFormat;
}

/** More looks than any import here needs. */
const mostLooks = 50;

export async function openImporter(
  options: Partial<Omit<SandboxOptions, 'folder'>> = {},
): Promise<ImporterPlace> {
  const sandbox = await openSandbox({ limits: { github: unlimitedGithub }, ...options });
  const services = await createTestServices();
  const folder = mkdtempSync(join(tmpdir(), 'importer-'));
  function newClient(): TargetImporter {
    const { importer } = targetOf(sandbox, services);
    if (importer === null) throw new Error('There is no importer');
    return importer;
  }
  const importer = newClient();
  const organization = () => importer.findOrganization({ login: 'acme' });
  let archives = 0;
  function archive(change: (archive: SmallArchive) => void = () => {}): SmallArchive {
    archives += 1;
    const own = join(folder, `archive-${archives}`);
    mkdirSync(own);
    const made = smallArchive(own);
    change(made);
    return made;
  }
  let plain: Promise<string> | null = null;
  return {
    organization,
    archive,
    plain() {
      plain ??= archive().write();
      return plain;
    },
    async run(written, options = {}) {
      const { repository = `web-${archives}`, visibility = 'private', format = 'github' } = options;
      const owner = await organization();
      const url = 'https://bitbucket.org';
      const named = { name: 'Bitbucket', url, format };
      const source = await importer.createSource({ organization: owner, ...named });
      const path = await written.write();
      const { uri } = await importer.uploadArchive({ organization: owner, path });
      const started = await importer.startImport({
        organization: owner,
        source: source.id,
        format,
        sourceUrl:
          format === 'github'
            ? `${url}/acme/web-shop`
            : `${url}/projects/ACME/repos/web-shop/browse`,
        repository,
        archiveUri: uri,
        visibility,
      });
      return lookUntilEnd({ importer, sandbox }, started);
    },
    sandbox,
    rules: sandbox.github.importer.rules,
    importer,
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

/** Without waiting: here each look lets an import go on. */
async function lookUntilEnd(
  { importer, sandbox }: Pick<ImporterPlace, 'importer' | 'sandbox'>,
  { id }: RepositoryImport,
): Promise<RepositoryImport> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await sandbox.github.jobs.settled();
    const seen = await importer.readImport({ id });
    const isLogged = seen.logUrl !== null;
    if (isLogged && (seen.state.kind === 'succeeded' || seen.state.kind === 'failed')) return seen;
  }
  throw new Error('The import does not end');
}

/** Keeps what an upload reports, as a journal would. */
export function remembering() {
  const kept: UploadProgress[] = [];
  const onProgress = (progress: UploadProgress) => void kept.push(progress);
  return { kept, onProgress };
}
