import type { SettingsPart } from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart, SettingsSource } from '../../../ports/settings-source.ts';
import type { DataCenter } from '../http/reading.ts';
import { readChecks } from './read-checks.ts';
import { readBuilds, readGroups, readJira, readLabels, readOwners } from './read-others.ts';
import { readAccess, readKeys, readReviewers, readWebhooks } from './read-places.ts';
import { readRules } from './read-rules.ts';
import {
  createSettingsReader,
  type SettingsReader,
  settingsNeeds,
  type Wanted,
} from './settings-pages.ts';

type ReadPart = (reader: SettingsReader, wanted: Wanted) => Promise<SettingsOfPart>;

/** Merge strategies come with the checks. */
const readers: Readonly<Partial<Record<SettingsPart, ReadPart>>> = {
  rules: readRules,
  checks: readChecks,
  reviewers: readReviewers,
  owners: readOwners,
  access: readAccess,
  webhooks: readWebhooks,
  keys: readKeys,
  jira: readJira,
  labels: readLabels,
  builds: readBuilds,
};

export const settingsParts: SettingsSource['parts'] = [
  { part: 'rules', repository: 2, project: 1, workspace: 0 },
  { part: 'checks', repository: 4, project: 0, workspace: 0 },
  { part: 'reviewers', repository: 1, project: 1, workspace: 0 },
  { part: 'owners', repository: 1, project: 0, workspace: 0 },
  { part: 'access', repository: 2, project: 3, workspace: 0 },
  { part: 'webhooks', repository: 1, project: 1, workspace: 0 },
  { part: 'keys', repository: 1, project: 1, workspace: 0 },
  { part: 'jira', repository: 0, project: 1, workspace: 0 },
  { part: 'labels', repository: 1, project: 0, workspace: 0 },
  { part: 'builds', repository: 2, project: 0, workspace: 0 },
];

/** Settings of Bitbucket Data Center. */
export function createSettingsSource(dataCenter: DataCenter): SettingsSource {
  const reader = createSettingsReader(dataCenter);
  return {
    needs: settingsNeeds,
    parts: settingsParts,
    read: async (part, wanted) =>
      (await readers[part]?.(reader, wanted)) ?? { settings: {}, missing: null },
    groups: (options) => readGroups(reader, options),
  };
}
