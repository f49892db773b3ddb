import type { KeptOptions } from './kept-options.ts';

type Chosen = Pick<KeptOptions, 'engine' | 'export'>;

/** Archives are written into a folder, and nothing to the target. */
export function exportsArchives({ engine, export: folder }: Chosen): boolean {
  return engine === 'archive' && folder !== null;
}

/** The target's own importer creates repositories, out of archives. */
export function importsArchives({ engine, export: folder }: Chosen): boolean {
  return engine === 'archive' && folder === null;
}
