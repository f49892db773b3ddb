import * as z from 'zod';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import type { Output } from '../../kernel/program.ts';
import type { CommandProgram } from '../command-program.ts';

/** The outcome of a command that ran quietly. */
interface Ran {
  readonly exitCode: ExitCode;
  /** Objects that it wrote to standard output, a line each. */
  readonly lines: readonly unknown[];
}

/**
 * Runs a command without showing anything or asking anybody, and returns its JSON output.
 * @throws what the command throws
 */
export async function runQuietly(
  program: CommandProgram,
  run: (quiet: CommandProgram) => Promise<ExitCode>,
): Promise<Ran> {
  let written = '';
  const stdout = output((text) => {
    written += text;
  });
  const quiet = {
    ...program,
    stdout,
    stderr: output(() => {}),
    ask: null,
    openLiveView: null,
    openPhaseView: null,
  };
  const exitCode = await run(quiet);
  const lines = written.split('\n').filter((line) => line !== '');
  return { exitCode, lines: lines.map((line) => JSON.parse(line) as unknown) };
}

function output(write: Output['write']): Output {
  return { write, isTerminal: false, columns: null };
}

/** Finds the last line of a form; `null` where none has it. */
export function lastOf<T>(lines: readonly unknown[], form: z.ZodType<T>): T | null {
  for (const line of lines.toReversed()) {
    const parsed = form.safeParse(line);
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** Forms of lines that a trial reads. */
export const forms = {
  started: z.object({ type: z.literal('run-started'), migration: z.string() }),
  failed: z.object({
    type: z.literal('repository-finished'),
    outcome: z.literal('failed'),
    failure: z.object({ message: z.string(), hint: z.string().nullable() }),
  }),
  refused: z.object({
    type: z.literal('error'),
    message: z.string(),
    hint: z.string().nullable(),
  }),
  verified: z.object({
    type: z.literal('verification'),
    outcome: z.string(),
    repositories: z.array(
      z.object({
        differences: z.array(
          z.object({ verdict: z.string(), name: z.string(), message: z.string() }),
        ),
      }),
    ),
  }),
};
