import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a program to its end. */
export async function run(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, stdout, stderr] = await Promise.all([
    closed,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}
