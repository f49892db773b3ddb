import type { SettingsPart } from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart, SettingsSource } from '../../../ports/settings-source.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { readBranch, readOwners } from './read-branch.ts';
import { readAccess, readGroups, readKeys, readReviewers, readWebhooks } from './read-places.ts';
import { readRules } from './read-rules.ts';
import {
  createSettingsReader,
  type SettingsReader,
  settingsNeeds,
  type Wanted,
} from './settings-pages.ts';

type ReadPart = (reader: SettingsReader, wanted: Wanted) => Promise<SettingsOfPart>;

/** Parts of which Cloud has nothing: links to Jira are found in texts, merge checks among the restrictions. */
const readers: Readonly<Partial<Record<SettingsPart, ReadPart>>> = {
  rules: readRules,
  strategies: readBranch,
  reviewers: readReviewers,
  owners: readOwners,
  access: readAccess,
  webhooks: readWebhooks,
  keys: readKeys,
};

export const settingsParts: SettingsSource['parts'] = [
  { part: 'rules', repository: 2, project: 0, workspace: 0 },
  { part: 'strategies', repository: 2, project: 0, workspace: 0 },
  { part: 'reviewers', repository: 1, project: 0, workspace: 0 },
  { part: 'owners', repository: 1, project: 0, workspace: 0 },
  { part: 'access', repository: 2, project: 2, workspace: 1 },
  { part: 'webhooks', repository: 1, project: 0, workspace: 1 },
  { part: 'keys', repository: 1, project: 1, workspace: 0 },
];

/** Settings of Bitbucket Cloud. */
export function createSettingsSource(bitbucket: BitbucketCloud): SettingsSource {
  const reader = createSettingsReader(bitbucket);
  return {
    needs: settingsNeeds(bitbucket),
    parts: settingsParts,
    read: async (part, wanted) =>
      (await readers[part]?.(reader, wanted)) ?? { settings: {}, missing: null },
    groups: (options) => readGroups(reader, options),
  };
}
