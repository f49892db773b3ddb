import type { BuildOptions } from 'esbuild';
import { patchPackage } from '../patch-package.ts';
import { combineOnce } from './combine-once.ts';
import { deferUnused } from './defer-unused.ts';
import { layoutWithoutFetch } from './layout-without-fetch.ts';

/** How everything is bundled: the program, and what tests and benchmarks run of it in processes of their own. */
export const bundleOptions = {
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
  plugins: [deferUnused, patchPackage(combineOnce), patchPackage(layoutWithoutFetch)],
  legalComments: 'none',
  define: {
    // React's development build leaks about 7 MB a second in a dashboard: the choice is made here.
    'process.env.NODE_ENV': '"production"',
  },
  banner: {
    // Bundled CommonJS packages call require() for Node's own modules.
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
} as const satisfies BuildOptions;
