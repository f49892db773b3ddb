/** Builds the program as one executable for this platform: build/migrator, or the path that is given. */
import { join, resolve } from 'node:path';
import { buildBinary } from './binary/build-binary.ts';

const root = join(import.meta.dirname, '..');
const output = resolve(process.argv[2] ?? join(root, 'build', 'migrator'));
await buildBinary({ root, output });
console.error(output);
