import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Some words of a package's source, and what stands in their place in the bundle. */
interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Describes what is changed in one file of a package. */
export interface Patch {
  readonly name: string;
  /** The end of its path. */
  readonly file: RegExp;
  readonly replacements: readonly Replacement[];
}

/** An esbuild plugin that changes one file of a package. */
export function patchPackage(patch: Patch): Plugin {
  return {
    name: patch.name,
    setup(build) {
      build.onLoad({ filter: patch.file }, ({ path }) => {
        return { contents: patchedText(path, patch), loader: 'js' };
      });
    },
  };
}

/** @throws where the package has changed: its update must decide about the patch */
export function patchedText(path: string, { replacements }: Patch): string {
  let contents = readFileSync(path, 'utf8');
  for (const { from, to } of replacements) {
    const parts = contents.split(from);
    if (parts.length !== 2) {
      throw new Error(`${path} has changed: it does not say ${JSON.stringify(from)} once`);
    }
    contents = parts.join(to);
  }
  return contents;
}
