/** Writes what Atlassian's descriptions of both Bitbuckets say of the answers that migrator reads: names, and nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { shapeFiles } from './shapes/shape-files.ts';

mkdirSync(new URL('../assets/shapes', import.meta.url), { recursive: true });
for (const [name, text] of Object.entries(shapeFiles())) {
  writeFileSync(new URL(`../assets/shapes/${name}.json`, import.meta.url), text);
}
