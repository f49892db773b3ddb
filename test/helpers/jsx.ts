import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { combineOnce } from '../../scripts/bundle/combine-once.ts';
import { patchedText } from '../../scripts/patch-package.ts';

// Meant for this process alone (memory-folder.ts): small ones would clear 2 MB to use a few pages.
delete process.env.GLIBC_TUNABLES;

/** Lets Node load JSX; it reads all other TypeScript by itself. Markdown is read as fast as in the bundle. */
registerHooks({
  load(url, context, next) {
    const [file = url] = url.split('?');
    if (combineOnce.file.test(file)) {
      const source = patchedText(fileURLToPath(file), combineOnce);
      return { format: 'module', source, shortCircuit: true };
    }
    if (!file.endsWith('.tsx')) return next(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(file), 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      target: 'node22',
      sourcefile: file,
      sourcemap: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
