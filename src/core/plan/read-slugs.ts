import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';

/** 100,000 slugs. */
const maxBytes = 16_000_000;

/**
 * A file that lists repositories: a slug or a name a line; empty lines, and what stands behind a `#`, count for nothing.
 * @throws `input-file` if it lists none
 */
export async function readSlugs(path: string): Promise<ReadonlySet<string>> {
  const text = await readTextFile({ path, what: 'list', code: 'input-file', maxBytes });
  const slugs = new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.replace(/#.*$/, '').trim())
      .filter((line) => line !== ''),
  );
  if (slugs.size > 0) return slugs;
  throw new MigratorError('input-file', `The list ${path} has no repositories`, {
    hint: 'Put the slug or name of one repository on each line.',
  });
}

/** The same file, from slugs. */
export function slugsText(slugs: Iterable<string>): string {
  return [...slugs].map((slug) => `${slug}\n`).join('');
}
