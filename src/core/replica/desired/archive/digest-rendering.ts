import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import type { FoundRendering } from './archive-rendering.ts';

/** Returns a digest of all that an archive may have of a pull request. People count by their ids: names change. Pure. */
export function digestRendering({ words: _, hunks, ...rendering }: FoundRendering): string {
  return textDigest(JSON.stringify({ ...rendering, hunks: [...hunks] }, withoutNames));
}

function withoutNames(_key: string, value: unknown): unknown {
  const isPerson = typeof value === 'object' && value !== null && 'displayName' in value;
  return isPerson && 'id' in value ? value.id : value;
}
