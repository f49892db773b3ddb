import type { ProcessEnvironment } from '../../ui/terminal/mode.ts';
import { runsInBackground } from './background.ts';

/** Where this process runs. */
export function processEnvironment() {
  const { env: environment, stdin, stdout, stderr } = process;
  const isInBackground = stdin.isTTY === true && runsInBackground();
  return { environment, stdin, stdout, stderr, isInBackground } satisfies ProcessEnvironment;
}
