import { exitCodes } from '../../core/kernel/exit-codes.ts';
import type { Output } from '../../core/kernel/program.ts';
import type { Redactor } from '../../core/kernel/redact.ts';

/** Who reads has gone away: `| head`, or a terminal that was closed. That is no failure of ours. */
const readerIsGone: readonly (string | undefined)[] = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/** The last net for secrets, and for outputs that cannot be written. */
export function guardedOutput(stream: NodeJS.WriteStream, redactor: Redactor): Output {
  let canBeWritten = true;
  guardOutput(stream);
  stream.on('error', () => {
    canBeWritten = false;
  });
  return {
    write(text) {
      if (canBeWritten) stream.write(redactor.text(text));
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.isTTY === true ? stream.columns : null;
    },
  };
}

/** From now on what cannot be written (a full disk behind standard output) ends in a sentence and exit code 1. */
export function guardOutput(stream: NodeJS.WriteStream): void {
  let isTold = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isTold || readerIsGone.includes(error.code)) return;
    isTold = true;
    if (stream !== process.stderr) {
      process.stderr.write(
        `error  Standard output cannot be written (${error.code ?? error.message})\n`,
      );
    }
    process.on('exit', () => {
      if (!process.exitCode) process.exitCode = exitCodes.unexpected;
    });
  });
}
