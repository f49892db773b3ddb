import { exitCodes } from '../../core/kernel/exit-codes.ts';
import type { Output } from '../../core/kernel/program.ts';
import type { Redactor } from '../../core/kernel/redact.ts';

/** The reader has gone: `| head`, or a closed terminal. That is no failure. */
const readerGone: readonly (string | undefined)[] = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/** Removes secrets from what is written, and survives write errors. */
export function guardedOutput(stream: NodeJS.WriteStream, redactor: Redactor): Output {
  let isWritable = true;
  guardOutput(stream);
  stream.on('error', () => {
    isWritable = false;
  });
  return {
    write(text) {
      if (isWritable) stream.write(redactor.text(text));
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.isTTY === true ? stream.columns : null;
    },
  };
}

/** A write error, such as a full disk behind standard output, is reported once and sets exit code 1. */
export function guardOutput(stream: NodeJS.WriteStream): void {
  let isReported = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isReported || readerGone.includes(error.code)) return;
    isReported = true;
    if (stream !== process.stderr) {
      process.stderr.write(
        `error  Cannot write to standard output (${error.code ?? error.message})\n`,
      );
    }
    process.on('exit', () => {
      if (!process.exitCode) process.exitCode = exitCodes.unexpected;
    });
  });
}
