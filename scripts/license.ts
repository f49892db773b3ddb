/**
 * The distributor's tool: makes the issuer's keys, issues licenses, and runs the registration service.
 * See docs/licensing.md.
 */
import { fail, help } from './license/usage.ts';

const [command, ...args] = process.argv.slice(2);
try {
  switch (command) {
    case 'keygen': {
      const { keygen } = await import('./license/keygen.ts');
      keygen(args);
      break;
    }
    case 'issue': {
      const { issue } = await import('./license/issue.ts');
      issue(args);
      break;
    }
    case 'serve': {
      const { serve } = await import('./license/serve.ts');
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
} catch (error) {
  console.error(`error  ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
