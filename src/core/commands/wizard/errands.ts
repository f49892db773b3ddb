import type { ExitCode } from '../../kernel/exit-codes.ts';
import type { Output } from '../../kernel/program.ts';
import type { SecretsErrand, SecretsRequest } from '../../wizard/secrets-errand.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

/** @param options.folder for its files; empty: the current one */
export function createSecretsErrand(options: {
  program: CommandProgram;
  flags: AppFlags;
  folder: string;
}): SecretsErrand & {
  /** Resolves once nothing of it runs any more. */
  readonly settled: () => Promise<void>;
  readonly hasWritten: () => boolean;
} {
  let running: Promise<unknown> = Promise.resolve();
  let hasWritten = false;
  async function run(request: SecretsRequest): Promise<ExitCode> {
    const { environment, workspace, organization, prompts, onLine, signal } = request;
    const { program, flags, folder } = options;
    const output = lineOutput((line) => onLine(program.redactor.text(line)));
    const { runSecretsPath } = await import('./paths/secrets-path.ts');
    return runSecretsPath({
      flags,
      folder,
      workspace,
      organization,
      program: {
        ...program,
        environment,
        stdout: output,
        stderr: output,
        ask: null,
        openLiveView: null,
        drain: AbortSignal.any([program.drain, signal]),
      },
      prompts: {
        ...prompts,
        onWrite() {
          hasWritten = true;
          prompts.onWrite();
        },
      },
    });
  }
  return {
    run(request) {
      const result = run(request);
      running = Promise.allSettled([running, result]);
      return result;
    },
    settled: async () => void (await running),
    hasWritten: () => hasWritten,
  };
}

/** Whole lines of what is written in pieces. */
function lineOutput(onLine: (line: string) => void): Output {
  let begun = '';
  return {
    isTerminal: false,
    write(text) {
      const lines = (begun + text).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    },
  };
}
