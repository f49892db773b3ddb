import { checkAudit, compareWithState } from '../../audit/check-audit.ts';
import { type AuditSummary, exportAudit, recordedLines } from '../../audit/export-audit.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { checkOutputs } from '../../kernel/files/check-outputs.ts';
import { readLines } from '../../kernel/files/read-lines.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Store } from '../../ports/store.ts';
import { isMigrationId } from '../../replica/context/identity.ts';
import type { HandlerInput } from '../command-program.ts';
import { migrationOf } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';

interface AuditFlags {
  readonly migration: string | undefined;
  readonly output: string | undefined;
  readonly check: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
  readonly config: string | undefined;
}

/** `migrator audit`: the record of all that was sent to change a host. */
export async function runAudit(input: HandlerInput<AuditFlags>): Promise<ExitCode> {
  const { flags, program } = input;
  const { migration, output, check } = flags;
  const isExport = migration !== undefined && output !== undefined && check === undefined;
  const isCheck = check !== undefined && migration === undefined && output === undefined;
  if (!isExport && !isCheck) {
    const message = 'audit takes --migration with --output, or only --check';
    throw new MigratorError('usage', message, { hint: 'See migrator audit --help.' });
  }
  const store = await program.openStore({ program, config: flags.config });
  try {
    return isExport
      ? await write(input, store, { migration, path: output })
      : await compare(input, store, check ?? '');
  } finally {
    await store.close();
  }
}

async function write(
  { flags, program }: HandlerInput<AuditFlags>,
  store: Store,
  { migration, path }: { migration: string; path: string },
): Promise<ExitCode> {
  const { id } = await migrationOf(store, migration);
  await checkOutputs({
    outputs: [{ flag: '--output', path }],
    inputs: [],
    force: flags.force,
    uid: program.uid,
  });
  const isRunning = (await store.findHolder(id)) !== null;
  const at = new Date(program.clock.now()).toISOString();
  const { version } = program;
  const summary = await exported((onEnd) =>
    writeText(
      path,
      exportAudit({
        recorded: recordedLines(store, id),
        start: { type: 'audit', format: 1, migration: id, at, version },
        ...{ at, onEnd },
      }),
      { isPrivate: true, force: flags.force, uid: program.uid },
    ),
  );
  const { lines, writes, unknown, hash } = summary;
  if (flags.json) {
    const written = {
      path,
      migration: id,
      lines,
      writes,
      outcomeUnknown: unknown,
      hash,
      isRunning,
    };
    program.stdout.write(jsonLine({ type: 'audit-written', ...written }));
    return exitCodes.done;
  }
  program.stderr.write(`Wrote ${safe(path)} with ${count(writes, 'write')} of ${id}.\n`);
  for (const line of notes(summary, isRunning)) program.stderr.write(`${line}\n`);
  program.stderr.write(`SHA-256 of its last line: ${hash}\n`);
  if (path !== '-') sayNext(program, flags, safe(`migrator audit --check ${shellValue(path)}`));
  return exitCodes.done;
}

async function exported(
  writing: (onEnd: (summary: AuditSummary) => void) => Promise<unknown>,
): Promise<AuditSummary> {
  let summary: AuditSummary | null = null;
  await writing((one) => {
    summary = one;
  });
  if (summary === null) throw new TypeError('the audit log was not written completely');
  return summary;
}

function notes({ writes, unknown }: AuditSummary, isRunning: boolean): readonly string[] {
  return [
    ...(writes === 0 ? ['Nothing was recorded: earlier versions had no audit log.'] : []),
    ...(isRunning ? ['The migration is still running: later writes are missing.'] : []),
    ...(unknown.length === 0 ? [] : [`${count(unknown.length, 'outcome')} unknown.`]),
  ];
}

async function compare(
  { flags, program }: HandlerInput<AuditFlags>,
  store: Store,
  path: string,
): Promise<ExitCode> {
  const file = await checkAudit(readLines(path));
  const { id, compared } = await stateOf(store, file);
  const found = compared !== null && 'outcome' in compared ? compared : file;
  const isBroken = found.outcome === 'broken';
  const newer = compared !== null && 'newer' in compared ? compared.newer : null;
  if (flags.json) {
    const result = isBroken
      ? found
      : { outcome: found.outcome, migration: id, lines: found.lines, writes: found.writes };
    program.stdout.write(jsonLine({ type: 'audit-check', path, ...result, newerInState: newer }));
  } else if (isBroken) {
    program.stderr.write(`${safe(path)}: line ${found.line} ${found.reason}.\n`);
  } else {
    const many = `${count(found.lines, 'line')}, ${count(found.writes, 'write')}`;
    program.stdout.write(`${safe(path)} is complete and unchanged: ${many} of ${safe(id)}.\n`);
    program.stdout.write(`${stateLine(newer)}\n`);
  }
  return isBroken ? exitCodes.someFailed : exitCodes.done;
}

async function stateOf(store: Store, file: Awaited<ReturnType<typeof checkAudit>>) {
  if (file.outcome === 'broken') return { id: '', compared: null };
  const id = file.migration;
  const isKnown = isMigrationId(id) && (await store.findMigration(id)) !== null;
  if (!isKnown) return { id, compared: null };
  return { id, compared: await compareWithState(file, recordedLines(store, id)) };
}

function stateLine(newer: number | null): string {
  if (newer === null) return 'Not compared with a state: this machine does not have the migration.';
  if (newer === 0) return 'It matches the state.';
  return `It matches the state at the time of the export; ${count(newer, 'newer line')} since then.`;
}
