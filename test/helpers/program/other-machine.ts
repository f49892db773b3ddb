import { fileURLToPath } from 'node:url';

const preload = fileURLToPath(new URL('another-machine.ts', import.meta.url));

/**
 * Variables of a program that seems to run on another machine.
 * @param clockAhead milliseconds
 */
export function onMachine(hostname: string, { clockAhead = 0 } = {}) {
  return {
    NODE_OPTIONS: `--import=${preload}`,
    TEST_HOSTNAME: hostname,
    TEST_CLOCK_AHEAD: String(clockAhead),
  };
}
