import { parseDocument } from '../../kernel/documents/parse-document.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { readTextFile } from '../../kernel/files/read-text-file.ts';
import type { SecretLevel } from '../../ports/secret-source.ts';
import type { TargetNaming } from '../../ports/target-naming.ts';
import type { Manifest, ManifestRepository, ManifestSecret } from './manifest.ts';
import { type ManifestFile, manifestSchema } from './manifest-schema.ts';

/** Some 4,000 repositories with 20 secrets each, for which the parser takes two seconds. */
const maxManifestCharacters = 4_000_000;

/**
 * The manifest of secrets.
 * @throws `input-file` with line and column of every problem, and for a file that holds nothing at all
 */
export async function readManifest(path: string, naming: TargetNaming): Promise<Manifest> {
  const text = await readManifestText(path);
  const file = parseManifestFile({ path, text, naming });
  if (Object.keys(file).length === 0) {
    throw new MigratorError('input-file', `The manifest ${path} is empty`, {
      hint: '`migrator secrets manifest --inventory <file> --output secrets.yaml` writes one.',
    });
  }
  return toManifest(file);
}

export function readManifestText(path: string): Promise<string> {
  const file = { path, what: 'manifest', code: 'input-file' } as const;
  return readTextFile({ ...file, maxBytes: 4 * maxManifestCharacters });
}

interface ManifestSource {
  readonly path: string;
  readonly text: string;
  readonly naming: TargetNaming;
}

/** The same for a text that is at hand already. Pure. */
export function parseManifest(options: ManifestSource): Manifest {
  return toManifest(parseManifestFile(options));
}

function parseManifestFile({ naming, ...source }: ManifestSource): ManifestFile {
  return parseDocument({
    ...source,
    what: 'manifest',
    code: 'input-file',
    format: 'yaml',
    maxCharacters: maxManifestCharacters,
    schema: manifestSchema(naming),
  });
}

function toManifest(file: ManifestFile): Manifest {
  return {
    organization: (file.organization_secrets ?? []).filter(isWanted).map((entry) => ({
      ...toSecret(entry, 'workspace'),
      visibility: entry.visibility,
      repositories: entry.repositories ?? [],
    })),
    repositories: Object.entries(file.repositories ?? {}).map(toRepository),
  };
}

function toRepository([source, entry]: [
  string,
  NonNullable<ManifestFile['repositories']>[string],
]): ManifestRepository {
  return {
    source,
    target: entry?.target ?? null,
    secrets: (entry?.secrets ?? [])
      .filter(isWanted)
      .map((secret) => toSecret(secret, 'repository')),
    environments: Object.entries(entry?.environments ?? {}).map(([name, secrets]) => ({
      name,
      secrets: (secrets ?? []).filter(isWanted).map((secret) => toSecret(secret, 'deployment')),
    })),
  };
}

interface Entry {
  readonly name: string;
  readonly source_name?: string | undefined;
  readonly source?: SecretLevel | undefined;
  readonly skip?: boolean | undefined;
}

function isWanted({ skip }: Entry): boolean {
  return skip !== true;
}

function toSecret(entry: Entry, level: SecretLevel): ManifestSecret {
  return {
    name: entry.name,
    sourceName: entry.source_name ?? entry.name,
    source: entry.source ?? level,
  };
}
