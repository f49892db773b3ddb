/**
 * Bundles the program into dist/, split so that each command loads only what it needs.
 * Everything is bundled: the package that users install has no dependencies of its own.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = new URL('..', import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

rmSync(`${root}dist`, { recursive: true, force: true });
const result = await build({
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  // jsonc-parser's CommonJS form cannot be bundled.
  mainFields: ['module', 'main'],
  // A development tool that Ink looks for at run time, and does without.
  external: ['react-devtools-core'],
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: {
    // React's development build leaks about 7 MB a second in a dashboard: the choice is made here.
    'process.env.NODE_ENV': '"production"',
    __VERSION__: JSON.stringify(version),
  },
  banner: {
    // Bundled CommonJS packages call require() for Node's own modules.
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
writeFileSync(
  `${root}dist/THIRD-PARTY-NOTICES.md`,
  thirdPartyNotices(root, Object.keys(result.metafile.inputs)),
);
