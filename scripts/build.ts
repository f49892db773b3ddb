/**
 * Bundles the program into dist/, split so that each command loads only what it needs.
 * Everything is bundled: the package that users install has no dependencies of its own.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = new URL('..', import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

rmSync(`${root}dist`, { recursive: true, force: true });
const result = await build({
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  metafile: true,
  logLevel: 'warning',
  ...bundleOptions,
  define: { ...bundleOptions.define, __VERSION__: JSON.stringify(version) },
});
writeFileSync(
  `${root}dist/THIRD-PARTY-NOTICES.md`,
  thirdPartyNotices(root, Object.keys(result.metafile.inputs)),
);
