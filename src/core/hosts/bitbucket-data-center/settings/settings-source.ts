import type { SettingsSource } from '../../../ports/settings-source.ts';
import { type SettingsPartReader, settingsSource } from '../../shared/settings-parts.ts';
import type { DataCenter } from '../http/reading.ts';
import { readChecks } from './read-checks.ts';
import { readBuilds, readGroups, readJira, readLabels, readOwners } from './read-others.ts';
import { readAccess, readKeys, readReviewers, readWebhooks } from './read-places.ts';
import { readRules } from './read-rules.ts';
import { createSettingsReader, type SettingsReader, settingsNeeds } from './settings-pages.ts';

/** Merge strategies come with the checks. */
export const settingsParts: readonly SettingsPartReader<SettingsReader>[] = [
  { part: 'rules', read: readRules, repository: 2, project: 1, workspace: 0 },
  { part: 'checks', read: readChecks, repository: 4, project: 0, workspace: 0 },
  { part: 'reviewers', read: readReviewers, repository: 1, project: 1, workspace: 0 },
  { part: 'owners', read: readOwners, repository: 1, project: 0, workspace: 0 },
  { part: 'access', read: readAccess, repository: 2, project: 3, workspace: 0 },
  { part: 'webhooks', read: readWebhooks, repository: 1, project: 1, workspace: 0 },
  { part: 'keys', read: readKeys, repository: 1, project: 1, workspace: 0 },
  { part: 'jira', read: readJira, repository: 0, project: 1, workspace: 0 },
  { part: 'labels', read: readLabels, repository: 1, project: 0, workspace: 0 },
  { part: 'builds', read: readBuilds, repository: 2, project: 0, workspace: 0 },
];

/** Settings of Bitbucket Data Center. */
export function createSettingsSource(dataCenter: DataCenter): SettingsSource {
  const reader = createSettingsReader(dataCenter);
  return settingsSource(reader, {
    needs: settingsNeeds,
    parts: settingsParts,
    groups: (options) => readGroups(reader, options),
  });
}
