import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { bundleOptions } from './bundle-options.ts';
import { shareStartUp } from './share-start-up.ts';

/**
 * How the program itself is built; its files are listed in the result's metafile.
 * @param root the folder of package.json
 */
export function programOptions(root: string) {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return {
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli.ts' },
    outdir: 'dist',
    metafile: true,
    logLevel: 'warning',
    plugins: [...bundleOptions.plugins, shareStartUp(join(root, 'src'))],
    define: { ...bundleOptions.define, __VERSION__: JSON.stringify(version) },
  } as const satisfies BuildOptions;
}
