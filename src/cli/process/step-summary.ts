import { appendFile } from 'node:fs/promises';
import type { CommandProgram } from '../../core/commands/command-program.ts';
import { toMigratorError } from '../../core/kernel/errors.ts';
import { type ExitCode, exitCodeOf } from '../../core/kernel/exit-codes.ts';
import type { Output } from '../../core/kernel/program.ts';

/** Characters; GitHub takes 1 MiB of a step. */
const mostCharacters = 200_000;

/**
 * Runs a command so that its result stands on the summary page of a job of GitHub Actions as well.
 * @param options.file of GITHUB_STEP_SUMMARY
 */
export async function withStepSummary(
  options: {
    readonly file: string;
    readonly command: string;
    readonly isJson: boolean;
    readonly program: CommandProgram;
  },
  run: (program: CommandProgram) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { file, command, isJson, program } = options;
  const result = copied(program.stdout);
  const progress = copied(program.stderr);
  const add = async (code: ExitCode, more = '') => {
    const texts = {
      result: isJson ? '' : result.text(),
      progress: `${progress.text()}\n${more}`,
    };
    const text = program.redactor.text(stepSummary({ command, code, ...texts }));
    // A page that cannot be written changes nothing.
    await appendFile(file, text).catch(() => {});
  };
  try {
    const code = await run({ ...program, stdout: result.output, stderr: progress.output });
    await add(code);
    return code;
  } catch (thrown) {
    const { code, message, hint } = toMigratorError(thrown);
    await add(exitCodeOf(code), `error  ${message}\n       ${hint ?? ''}`);
    throw thrown;
  }
}

function copied(output: Output): { readonly output: Output; readonly text: () => string } {
  let text = '';
  return {
    text: () => text,
    output: {
      isTerminal: output.isTerminal,
      get columns() {
        return output.columns ?? null;
      },
      write(written) {
        output.write(written);
        if (text.length < mostCharacters) text += written;
      },
    },
  };
}

/** Markdown in which nothing that a host sent acts: it stands in blocks of code. Pure. */
export function stepSummary(given: {
  readonly command: string;
  readonly code: ExitCode;
  readonly result: string;
  readonly progress: string;
}): string {
  const { command, code, result, progress } = given;
  const sign = code === 0 ? '✅' : '❌';
  const end = code === 0 ? 'done' : `exit code ${code}`;
  // JSON and pages are for programs.
  const lines = /^\s*[{[<]/.test(result) ? '' : result;
  const parts = [lines, errorsIn(progress)].filter((text) => text.trim() !== '');
  return `### ${sign} migrator ${command}: ${end}\n\n${parts.map(codeBlock).join('')}`;
}

/** Errors and warnings with the lines that belong to them, without the progress between. */
function errorsIn(progress: string): string {
  let isOne = false;
  const lines = progress.split('\n').filter((line) => {
    isOne = /^(error|warning) /.test(line) || (isOne && /^ +\S/.test(line));
    return isOne;
  });
  return lines.join('\n');
}

/** A fence that is longer than any in the text. */
function codeBlock(text: string): string {
  const plain = text.replace(/\u001b\[[\d;]*m/g, '').slice(0, mostCharacters);
  const longest = Math.max(2, ...(plain.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${plain.replace(/^\n+|\s+$/g, '')}\n${fence}\n\n`;
}
