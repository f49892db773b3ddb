import type { AppFlags } from '../../app/create-app.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import { exitCodeOfFindings, type Finding } from '../../doctor/finding.ts';
import { doctorVerdict, findingLines } from '../../doctor/finding-lines.ts';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import type { Program } from '../../kernel/program.ts';
import { appearance } from '../../report/reporter.ts';

interface DoctorFlags extends AppFlags {
  readonly plan: string | undefined;
}

/** `migrator doctor`: a line as each check ends, then what it comes to. */
export async function runDoctor(options: {
  flags: DoctorFlags;
  program: Program;
}): Promise<ExitCode> {
  const { flags, program } = options;
  const { color } = appearance(flags, { ...program, stderr: program.stdout });
  const findings: Finding[] = [];
  const signal = AbortSignal.any([program.drain, program.stop]);
  for await (const finding of diagnose({ program, flags, plan: flags.plan, signal })) {
    findings.push(finding);
    if (flags.json) continue;
    for (const line of findingLines(finding, palette(color))) program.stdout.write(`${line}\n`);
  }
  const exitCode = exitCodeOfFindings(findings);
  if (flags.json) program.stdout.write(jsonLine(asJson(findings, exitCode)));
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
