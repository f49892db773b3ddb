/** Runs the plain loop as a process of its own. Its argument is a file with the loop in JSON. */
import { readFile } from 'node:fs/promises';
import { type PlainLoop, runPlainLoop } from './plain-loop.ts';

const [path = ''] = process.argv.slice(2);
await runPlainLoop(JSON.parse(await readFile(path, 'utf8')) as PlainLoop);
