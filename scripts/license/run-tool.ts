import { fail, help } from './usage.ts';

/**
 * Runs one command line of the distributor's tool. Never throws: it says what is wrong.
 * @returns the exit code; `serve` goes on after that
 */
export async function runTool([command, ...args]: readonly string[]): Promise<0 | 2> {
  try {
    switch (command) {
      case 'keygen': {
        const { keygen } = await import('./keygen.ts');
        keygen(args);
        break;
      }
      case 'issue': {
        const { issue } = await import('./issue.ts');
        issue(args);
        break;
      }
      case 'serve': {
        const { serve } = await import('./serve.ts');
        await serve(args);
        break;
      }
      case undefined:
      case '--help':
      case '-h':
        console.log(help);
        break;
      default:
        throw fail(`Unknown command "${command}"`);
    }
    return 0;
  } catch (error) {
    console.error(`error  ${error instanceof Error ? error.message : error}`);
    return 2;
  }
}
