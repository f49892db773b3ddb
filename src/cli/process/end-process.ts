import type { ExitCode } from '../../core/kernel/exit-codes.ts';

/** Ends the process although something is under way that cannot be called off, such as a question to a name service. */
export function endProcess(exitCode: ExitCode): void {
  // What was written has to arrive first.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
}
