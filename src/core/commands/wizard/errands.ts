import type { Output } from '../../kernel/program.ts';
import type { ErrandRequest, Errands } from '../../wizard/errands.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

/** @param options.folder for their files; empty: the current one */
export function createErrands(options: {
  program: CommandProgram;
  flags: AppFlags;
  folder: string;
}): Errands & {
  /** Resolves once nothing of them runs any more. */
  readonly settled: () => Promise<void>;
  readonly hasWritten: () => boolean;
} {
  const { program, flags, folder } = options;
  let running: Promise<unknown> = Promise.resolve();
  let hasWritten = false;
  /** Returns the program and flags for the commands of a path. */
  function inScreen({ environment, prompts, onLine, signal }: ErrandRequest) {
    const output = lineOutput((line) => onLine(program.redactor.text(line)));
    return {
      flags,
      program: {
        ...program,
        environment,
        stdout: output,
        stderr: output,
        ask: null,
        openLiveView: null,
        openPhaseView: null,
        drain: AbortSignal.any([program.drain, signal]),
      },
      prompts: {
        ...prompts,
        onWrite() {
          hasWritten = true;
          prompts.onWrite();
        },
      },
    };
  }
  function started<Result>(result: Promise<Result>): Promise<Result> {
    running = Promise.allSettled([running, result]);
    return result;
  }
  return {
    secrets: {
      run: (request) =>
        started(
          import('../paths/secrets-path.ts').then(({ runSecretsPath }) => {
            const { workspace, organization } = request;
            const asked = { folder, workspace, organization, plan: null };
            return runSecretsPath({ ...inScreen(request), ...asked });
          }),
        ),
    },
    license: {
      run: (request) =>
        started(
          import('../paths/license-path.ts').then(({ runLicensePath }) =>
            runLicensePath(inScreen(request)),
          ),
        ),
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
