import { diagnose } from '../../doctor/diagnose.ts';
import {
  doctorVerdict,
  exitCodeOfFindings,
  type Finding,
  findingLines,
} from '../../doctor/findings/finding.ts';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { outputOptions } from '../../report/output-options.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';

interface DoctorFlags extends AppFlags {
  readonly plan: string | undefined;
  readonly settings: boolean;
}

/** `migrator doctor`: a line after each check, then the verdict. */
export async function runDoctor(options: HandlerInput<DoctorFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  const { color } = outputOptions(flags, { ...program, stderr: program.stdout });
  const findings: Finding[] = [];
  const signal = AbortSignal.any([program.drain, program.stop]);
  const open = () => program.openApp({ program, flags, resultOnly: true, tellsOfTrust: true });
  const { resolveRepositoryNames: resolveTargetNames } = program.naming;
  const { plan, settings } = flags;
  const openStore = () => program.openStore({ program, config: flags.config });
  const diagnosis = { program, open, openStore, resolveTargetNames, plan, settings, signal };
  for await (const finding of diagnose(diagnosis)) {
    findings.push(finding);
    if (flags.json) continue;
    for (const line of findingLines(finding, palette(color))) program.stdout.write(`${line}\n`);
  }
  const exitCode = exitCodeOfFindings(findings);
  if (flags.json) program.stdout.write(jsonLine({ type: 'doctor', ...asJson(findings, exitCode) }));
  else program.stdout.write(`\n${doctorVerdict(findings)}\n`);
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
