import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import type { FoundRendering } from './archive-rendering.ts';

/** Returns a digest of all that an archive may have of a pull request. People count by their ids: names change. Pure. */
export function digestRendering({ words: _, hunks, ...rendering }: FoundRendering): string {
  return textDigest(JSON.stringify({ ...rendering, hunks: [...hunks] }, whatCounts));
}

/** Change with a list's row, or with the way in which it was read, and no archive has them. */
const ignored = ['revision', 'updatedAt', 'commentCount', 'openTasks', 'lacksTasks'];

function whatCounts(key: string, value: unknown): unknown {
  if (ignored.includes(key)) return undefined;
  const isPerson = typeof value === 'object' && value !== null && 'displayName' in value;
  return isPerson && 'id' in value ? value.id : value;
}
