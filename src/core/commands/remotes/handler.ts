import { join } from 'node:path';
import { loadTrustedConfig } from '../../config/trusted-config.ts';
import { withConfig } from '../../config/with-config.ts';
import { type Arrived, arrivedOf } from '../../handover/arrived.ts';
import { gitRules } from '../../handover/git-rules.ts';
import { nginxMap } from '../../handover/nginx-map.ts';
import { ownersList } from '../../handover/owners-list.ts';
import { powershellScript } from '../../handover/powershell-script.ts';
import { type Moves, movesOf } from '../../handover/repository-move.ts';
import { rewrittenFiles } from '../../handover/rewritten.ts';
import { shellScript } from '../../handover/shell-script.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { refuseSharedFolder } from '../../kernel/files/refuse-shared-folder.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { tableLines } from '../../kernel/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellWord } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import { sourceAddresses } from '../../ports/credentials/source-addresses.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import type { Store } from '../../ports/store.ts';
import type { HandlerInput } from '../command-program.ts';
import { migrationOf } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';

interface RemotesFlags {
  readonly migration: string;
  readonly output: string;
  readonly alias: string | undefined;
  readonly force: boolean;
  readonly config: string | undefined;
  readonly json: boolean;
}

/** `migrator remotes`: what people need to find their repositories again. */
export async function writeRemotes({
  flags,
  program,
}: HandlerInput<RemotesFlags>): Promise<ExitCode> {
  const variables = withConfig(program.environment, await loadTrustedConfig(program, flags.config));
  const { gitUrl } = sourceAddresses(variables);
  const { gitUrl: targetUrl } = targetAddresses(variables);
  const store = await program.openStore({ program, config: flags.config });
  try {
    const migration = await migrationOf(store, flags.migration);
    const { arrived, left, rolledBack } = await arrivedOf(store, migration);
    for (const { createdAt } of arrived) mustBeOn(targetUrl, createdAt);
    const moves = movesOf({
      kind: migration.source.kind,
      ...{ gitUrl, targetUrl },
      aliases: (flags.alias ?? '').split(',').filter((name) => name !== ''),
      repositories: arrived,
      others: await otherPathsOf(store, migration, arrived),
    });
    const rewritten = await rewrittenFiles(store, migration, arrived);
    const planned = arrived.map((one) => one.planned);
    const files = [...filesOf(moves, planned), ...rewritten.files];
    const paths = files.map(({ name }) => ({
      flag: '--output',
      path: join(flags.output, name),
    }));
    const writing = { force: flags.force, uid: program.uid };
    await checkOutputs({ outputs: paths, inputs: [], createsFolders: true, ...writing });
    makeFolder(flags.output, 0o755);
    refuseSharedFolder(flags.output, program.uid);
    for (const { name, text } of files) await writeText(join(flags.output, name), text, writing);
    const written = paths.map(({ path }) => path);
    if (flags.json) {
      const { missing } = rewritten;
      const counts = { repositories: arrived.length, left, rolledBack, files: written, missing };
      program.stdout.write(jsonLine({ type: 'remotes-written', ...counts }));
    } else {
      const many = count(arrived.length, 'repository', 'repositories');
      program.stderr.write(
        `Wrote ${count(files.length, 'file')} into ${safe(flags.output)} for ${many}:\n`,
      );
      const rows = files.map(({ name, purpose }) => [`  ${name}`, purpose]);
      for (const line of tableLines(rows, program.stderr.columns ?? null))
        program.stderr.write(`${line}\n`);
      for (const [why, names] of [
        ['not migrated', left],
        ['rolled back', rolledBack],
        ['not on this machine', rewritten.missing],
      ] as const) {
        if (names.length > 0) program.stderr.write(`Skipped, ${why}: ${safe(names.join(', '))}\n`);
      }
      // It shows what it would change, and changes nothing.
      sayNext(program, flags, `sh ${shellWord(join(flags.output, 'remotes.sh'))} -n .`);
    }
    return exitCodes.done;
  } finally {
    await store.close();
  }
}

/** Old paths of all repositories of the workspace that the state knows and these files do not cover. */
async function otherPathsOf(
  store: Store,
  { source: { kind, workspace } }: Migration,
  arrived: readonly Arrived[],
): Promise<readonly string[]> {
  const covered = new Set(arrived.map(({ path }) => path));
  const others = new Set<string>();
  for (const { id, source } of await store.listMigrations()) {
    if (source.kind !== kind || source.workspace !== workspace) continue;
    for (const state of await store.listRepositories(id)) {
      const path = `${workspace}/${state.source}`;
      if (!covered.has(path)) others.add(path);
    }
  }
  return [...others];
}

/**
 * Scripts would lead every clone to a host that the configuration names by mistake.
 * @throws `configuration`
 */
function mustBeOn(targetUrl: string, createdAt: string): void {
  const created = URL.parse(createdAt)?.origin ?? 'null';
  const { origin } = new URL(targetUrl);
  if (created === origin || created === 'null') return;
  throw new MigratorError(
    'configuration',
    `The repositories were migrated to ${created}, but the configured host is ${origin}`,
    { hint: 'Set DST_ENTERPRISE_URL, or DST_API_URL and DST_GIT_URL, as for the migration.' },
  );
}

function filesOf(
  moves: Moves,
  planned: readonly (PlannedRepository | undefined)[],
): readonly { name: string; purpose: string; text: string }[] {
  const owned = moves.repositories.map((move, index) => ({ ...move, planned: planned[index] }));
  const nginx = {
    name: 'nginx.conf',
    purpose: 'a map that redirects Git and browsers',
    text: nginxMap(moves),
  };
  return [
    { name: 'remotes.sh', purpose: 'updates all clones below a folder', text: shellScript(moves) },
    { name: 'remotes.ps1', purpose: 'the same for PowerShell', text: powershellScript(moves) },
    { name: 'gitconfig', purpose: 'Git configuration for one machine', text: gitRules(moves) },
    ...(sourceTraits[moves.kind].isOfCompany ? [nginx] : []),
    { name: 'owners.csv', purpose: 'owners to notify', text: ownersList(owned) },
  ];
}
