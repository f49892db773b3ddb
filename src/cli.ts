import { guardOutput } from './cli/process/guarded-output.ts';
import { answerWithoutParsing } from './cli/quick-answers.ts';
import { version } from './cli/version.ts';

// --version and --help are answered before the parser is even loaded.
const argv = process.argv.slice(2);
if (argv.length === 0 || argv.some((word) => /^(-h|-V|help|version|--help|--version)$/.test(word)))
  guardOutput(process.stdout);
if (!answerWithoutParsing(argv, version)) {
  const { main } = await import('./cli/main.ts');
  // Node ends quietly where nothing is left to wait for: what never came to its end has not succeeded.
  process.exitCode = 1;
  process.exitCode = await main(argv);
}
