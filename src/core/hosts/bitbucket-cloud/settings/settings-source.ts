import type { SettingsSource } from '../../../ports/settings-source.ts';
import { type SettingsPartReader, settingsSource } from '../../shared/settings-parts.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { readBranch, readOwners } from './read-branch.ts';
import { readIssueKeys } from './read-issue-keys.ts';
import { readAccess, readGroups, readKeys, readReviewers, readWebhooks } from './read-places.ts';
import { readRules } from './read-rules.ts';
import { createSettingsReader, type SettingsReader, settingsNeeds } from './settings-pages.ts';

/** Merge checks are among the restrictions. */
export const settingsParts: readonly SettingsPartReader<SettingsReader>[] = [
  { part: 'rules', read: readRules, repository: 2, project: 0, workspace: 0 },
  { part: 'strategies', read: readBranch, repository: 2, project: 0, workspace: 0 },
  { part: 'reviewers', read: readReviewers, repository: 1, project: 0, workspace: 0 },
  { part: 'owners', read: readOwners, repository: 1, project: 0, workspace: 0 },
  { part: 'access', read: readAccess, repository: 2, project: 2, workspace: 1 },
  { part: 'webhooks', read: readWebhooks, repository: 1, project: 0, workspace: 1 },
  { part: 'keys', read: readKeys, repository: 1, project: 1, workspace: 0 },
  { part: 'jira', read: readIssueKeys, repository: 1, project: 0, workspace: 0 },
];

/** Settings of Bitbucket Cloud. */
export function createSettingsSource(bitbucket: BitbucketCloud): SettingsSource {
  const reader = createSettingsReader(bitbucket);
  return settingsSource(reader, {
    needs: settingsNeeds(bitbucket),
    parts: settingsParts,
    groups: (options) => readGroups(reader, options),
  });
}
