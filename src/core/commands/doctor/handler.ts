import { diagnose } from '../../doctor/diagnose.ts';
import { exitCodeOfFindings, type Finding } from '../../doctor/findings/finding.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { pageOf, pageText } from '../../report/page.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { sayNext } from '../next-step.ts';
import { doctorLines } from './finding-lines.ts';

interface DoctorFlags extends AppFlags {
  readonly plan: string | undefined;
  readonly settings: boolean;
}

/** `migrator doctor`: all checks by what they are about, then the verdict. */
export async function runDoctor(options: HandlerInput<DoctorFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  const findings: Finding[] = [];
  const signal = AbortSignal.any([program.drain, program.stop]);
  const open = () => program.openApp({ program, flags, resultOnly: true, tellsOfTrust: true });
  const { resolveRepositoryNames: resolveTargetNames } = program.naming;
  const { plan, settings } = flags;
  const openStore = () => program.openStore({ program, config: flags.config });
  const diagnosis = { program, open, openStore, resolveTargetNames, plan, settings, signal };
  if (!flags.json) program.stderr.write('Checking this machine and both hosts ...\n\n');
  for await (const finding of diagnose(diagnosis)) findings.push(finding);
  const exitCode = exitCodeOfFindings(findings);
  if (flags.json) {
    program.stdout.write(jsonLine({ type: 'doctor', ...asJson(findings, exitCode) }));
    return exitCode;
  }
  const page = pageOf(program.stdout, flags, program);
  const listsScopes = flags.verbose > 0;
  program.stdout.write(pageText(page, doctorLines(findings, page, { listsScopes })));
  if (exitCode === exitCodes.done)
    sayNext(
      program,
      flags,
      plan === undefined
        ? 'migrator discover --workspace <workspace> --output inventory.json'
        : safe(`migrator migrate --plan ${shellValue(plan)} --dry-run`),
    );
  return exitCode;
}

function asJson(findings: readonly Finding[], exitCode: ExitCode) {
  const has = (status: Finding['status']) => findings.some((one) => one.status === status);
  return {
    version: 1,
    status: has('fail') ? 'fail' : has('warn') ? 'warn' : 'pass',
    exit_code: exitCode,
    checks: findings.map(({ check, status, message, remedy }) => ({
      check,
      status,
      message,
      remedy,
    })),
  };
}
