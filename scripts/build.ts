/**
 * Bundles the program into dist/, split so that each command loads only what it needs.
 * Everything is bundled: the package that users install has no dependencies of its own.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { programOptions } from './bundle/program-options.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = new URL('..', import.meta.url).pathname;

rmSync(`${root}dist`, { recursive: true, force: true });
const result = await build(programOptions(root));
writeFileSync(
  `${root}dist/THIRD-PARTY-NOTICES.md`,
  thirdPartyNotices(root, Object.keys(result.metafile.inputs)),
);
