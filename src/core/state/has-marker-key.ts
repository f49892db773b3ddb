import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function markerKeyPath(stateFolder: string): string {
  return join(stateFolder, 'marker.key');
}

/** Whether this folder has held a state that was used: the key is made by the first run and never removed. */
export function hasMarkerKey(stateFolder: string): boolean {
  return existsSync(markerKeyPath(stateFolder));
}
