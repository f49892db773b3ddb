import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Some words of a package's source, and what stands in their place in the bundle. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/**
 * An esbuild plugin that changes one file of a package. A package that has changed fails the build: whoever brings it up to
 * date decides anew.
 * @param options.file which file, by the end of its path
 */
export function patchPackage(options: {
  name: string;
  file: RegExp;
  replacements: readonly Replacement[];
}): Plugin {
  const { name, file, replacements } = options;
  return {
    name,
    setup(build) {
      build.onLoad({ filter: file }, ({ path }) => {
        let contents = readFileSync(path, 'utf8');
        for (const { from, to } of replacements) {
          const parts = contents.split(from);
          if (parts.length !== 2) {
            throw new Error(`${path} has changed: it does not say ${JSON.stringify(from)} once`);
          }
          contents = parts.join(to);
        }
        return { contents, loader: 'js' };
      });
    },
  };
}
