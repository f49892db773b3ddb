import { githubTime } from '../rest/github-time.ts';
import type { RepositoryImport } from './importer.ts';

/** Adds a line to the log of an import, as the host words them. Only warnings are counted. */
export function note(
  { now }: { readonly now: () => number },
  one: Pick<RepositoryImport, 'log' | 'warnings'>,
  text: string,
  level: 'INFO' | 'WARN' | 'ERROR' = 'INFO',
): void {
  one.log.push(`[${githubTime(now())}] ${level} -- ${text}`);
  if (level === 'WARN') one.warnings += 1;
}
