import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function markerKeyPath(stateFolder: string): string {
  return join(stateFolder, 'marker.key');
}

/** Tells whether a run has used this folder: the first one creates the key, and nothing removes it. */
export function hasMarkerKey(stateFolder: string): boolean {
  return existsSync(markerKeyPath(stateFolder));
}
