import { projectJson, repositoryJson } from '../json/repository-json.ts';
import type { SettingsCall } from './place.ts';
import type { DataCenterKey } from './records.ts';

/** Dates are numbers here, whatever the description says. */
export const setAt = Date.UTC(2025, 2, 3, 9, 30);

export function keyJson(call: SettingsCall, { id, text, label, permission }: DataCenterKey) {
  const { key, repository } = call;
  const place =
    repository === null
      ? { project: projectJson(call, key) }
      : { repository: repositoryJson(call, repository) };
  return {
    key: { id, text, label, algorithmType: 'ED25519', bitLength: 256, createdDate: setAt },
    ...place,
    permission: `${repository === null ? 'PROJECT' : 'REPO'}_${permission}`,
  };
}
