import { join } from 'node:path';
import { arrivedOf } from '../../handover/arrived.ts';
import { readExported } from '../../handover/terraform/read-exported.ts';
import { type TerraformFile, terraformFiles } from '../../handover/terraform/terraform-files.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { refuseSharedFolder } from '../../kernel/files/refuse-shared-folder.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { migratedOf } from '../migrate/named-migration.ts';

type ExportFlags = AppFlags & {
  readonly migration: string;
  readonly output: string;
  readonly force: boolean;
};

/** `migrator export terraform`: what a migration made on GitHub, for Terraform. */
export async function exportTerraform(given: HandlerInput<ExportFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const { store, target } = await app.verificationServices();
  const migration = await migratedOf(store, flags.migration);
  const plan = storedPlan(migration);
  const { arrived } = await arrivedOf(store, migration);
  const known = arrived.flatMap(({ id, planned }) =>
    planned === undefined ? [] : [{ id, planned }],
  );
  const signal = AbortSignal.any([program.stop, program.drain]);
  const exported = await readExported({ target, plan, arrived: known, signal });
  const baseUrl = providerUrl(targetAddresses(app.variables).apiUrl);
  const files = terraformFiles({ ...exported, baseUrl });
  await writeFiles(files, given);
  const resources = files.reduce((sum, one) => sum + one.resources, 0);
  if (flags.json) {
    program.stdout.write(
      jsonLine({
        ...{ type: 'terraform-written', migration: migration.id, resources },
        repositories: known.length,
        files: files.map(({ name }) => join(flags.output, name)),
      }),
    );
    return exitCodes.done;
  }
  const many = count(known.length, 'repository', 'repositories');
  program.stderr.write(
    `Wrote ${count(files.length, 'file')} with ${count(resources, 'import')} into ${flags.output} for ${many}:\n`,
  );
  const width = Math.max(...files.map(({ name }) => name.length));
  for (const { name, purpose } of files)
    program.stderr.write(`  ${name.padEnd(width)}  ${purpose}\n`);
  program.stderr.write(
    `Next:  cd ${flags.output} && terraform init && terraform plan   (with GITHUB_TOKEN set)\n`,
  );
  return exitCodes.done;
}

/** The provider's `base_url`: it adds the path of an Enterprise Server's API. `null`: github.com. Pure. */
export function providerUrl(apiUrl: string): string | null {
  if (apiUrl === 'https://api.github.com') return null;
  return `${apiUrl.replace(/\/api\/v3$/, '')}/`;
}

/** @throws `input-file` where a file exists and is not to be replaced */
async function writeFiles(
  files: readonly TerraformFile[],
  { flags, program }: HandlerInput<ExportFlags>,
): Promise<void> {
  const writing = { force: flags.force, uid: program.uid };
  const outputs = files.map(({ name }) => ({ flag: '--output', path: join(flags.output, name) }));
  await checkOutputs({ outputs, inputs: [], createsFolders: true, ...writing });
  makeFolder(flags.output, 0o755);
  refuseSharedFolder(flags.output, program.uid);
  for (const { name, text } of files) await writeText(join(flags.output, name), text, writing);
}
