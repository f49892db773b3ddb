import { commonInputs } from '../../config/load-config.ts';
import { readInventory } from '../../discovery/read-inventory.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import { count, namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { readPlan } from '../../plan/read-plan.ts';
import type { SecretLimits, TargetNaming } from '../../ports/target-naming.ts';
import { buildManifest, type WorkspaceVariables } from '../../secrets/manifest/build-manifest.ts';
import type { ManifestFile } from '../../secrets/manifest/manifest-schema.ts';
import { manifestText } from '../../secrets/manifest/manifest-text.ts';
import { parseManifest, readManifestText } from '../../secrets/manifest/read-manifest.ts';
import type { HandlerInput } from '../command-program.ts';

export interface ManifestFlags {
  readonly inventory: string;
  readonly output: string | undefined;
  readonly merge: boolean;
  readonly force: boolean;
  readonly config: string | undefined;
  readonly plan: string | undefined;
  readonly workspaceVariables: WorkspaceVariables | undefined;
  readonly organizationVisibility: 'all' | 'private' | 'selected' | undefined;
  readonly json: boolean;
}

/** `migrator secrets manifest`. Asks no host. */
export async function runManifest(options: HandlerInput<ManifestFlags>): Promise<void> {
  const { flags, program } = options;
  const { naming } = program;
  const { resolveRepositoryNames: resolveTargetNames } = naming;
  await checkOutputs({
    outputs: [{ flag: '--output', path: flags.output }],
    inputs: [
      ...commonInputs(flags, program),
      { flag: '--inventory', path: flags.inventory },
      { flag: '--plan', path: flags.plan },
    ],
    force: flags.force || flags.merge,
    uid: program.uid,
    instead: 'add to this one with --merge',
  });
  const before = await textBefore(flags, naming);
  const { inventory, warnings } = await readInventory(flags.inventory);
  const plan =
    flags.plan === undefined
      ? null
      : (await readPlan({ path: flags.plan, resolveTargetNames })).plan;
  const wanted = buildManifest({
    inventory,
    plan,
    workspaceVariables: flags.workspaceVariables ?? 'organization',
    visibility: flags.organizationVisibility,
    resolveTargetNames,
  });
  const { text, renamed, kept, added, file } = manifestText(wanted, before, naming);
  const say = (line: string) => program.stderr.write(`${safe(line)}\n`);
  for (const line of [...warnings, ...wanted.notes, ...renamed]) say(line);
  for (const line of limitNotes(file, naming.secretLimits)) say(`warning  ${line}`);
  await writeResult({
    text,
    path: flags.output,
    secrets: countSecrets(file),
    isAddedTo: before !== null,
    force: flags.force || before !== null,
    json: flags.json,
    program,
  });
  if (before === null) return;
  say(`${count(added, 'secret')} added; the rest is unchanged.`);
  if (kept.length > 0) say(`Kept, although not in the inventory: ${namesText(kept)}`);
}

/** The existing manifest with --merge. */
async function textBefore({ merge, force, output }: ManifestFlags, naming: TargetNaming) {
  if (!merge) return null;
  if (force) {
    throw new MigratorError('usage', '--merge keeps the file, and --force replaces it', {
      hint: 'Use one of the two.',
    });
  }
  if (output === undefined || output === '-') {
    throw new MigratorError('usage', '--merge needs --output', {
      hint: 'Pass the existing manifest with --output.',
    });
  }
  const text = await readManifestText(output);
  // Do not rewrite an invalid file.
  parseManifest({ path: output, text, naming });
  return text;
}

/** Describes what a manifest has more of than the target takes; it cannot be used before that is put right. Pure. */
function limitNotes(file: ManifestFile, limits: SecretLimits): readonly string[] {
  const notes: string[] = [];
  const { ofOrganization, ofRepository, ofEnvironment, ofOrganizationInRepository } = limits;
  function check(of: string, entries: Entries, most: number): number {
    const number = countOf(entries);
    if (number > most) {
      notes.push(
        `${of} has ${number} secrets; GitHub allows ${most}: mark ${number - most} with skip: true, or combine several into one value`,
      );
    }
    return number;
  }
  const shared = check('The organization', file.organization_secrets, ofOrganization);
  if (shared > ofOrganizationInRepository && shared <= ofOrganization) {
    notes.push(
      `The organization has ${shared} secrets. A repository with access to more than ${ofOrganizationInRepository} sees only the first ${ofOrganizationInRepository}, in alphabetical order`,
    );
  }
  for (const [key, repository] of Object.entries(file.repositories ?? {})) {
    check(key, repository?.secrets, ofRepository);
    for (const [environment, entries] of Object.entries(repository?.environments ?? {})) {
      check(`${key} (${environment})`, entries, ofEnvironment);
    }
  }
  return notes;
}

/** How many secrets a manifest wants. Pure. */
function countSecrets(file: ManifestFile): number {
  const repositories = Object.values(file.repositories ?? {}).flatMap((repository) => [
    repository?.secrets,
    ...Object.values(repository?.environments ?? {}),
  ]);
  return [file.organization_secrets, ...repositories].reduce(
    (sum, entries) => sum + countOf(entries),
    0,
  );
}

type Entries = readonly { readonly skip?: boolean | undefined }[] | null | undefined;

function countOf(entries: Entries): number {
  return (entries ?? []).filter(({ skip }) => skip !== true).length;
}
