import type { SettingsPartCost } from '../../ports/settings-source.ts';

/** Requests to the source that reading settings takes at least: lists of more than 100 rows take more. Pure. */
export function readingRequests(
  parts: readonly SettingsPartCost[],
  { repositories, projects }: { readonly repositories: number; readonly projects: number },
): number {
  if (repositories === 0) return 0;
  return parts.reduce(
    (sum, { repository, project, workspace }) =>
      sum + repositories * repository + projects * project + workspace,
    0,
  );
}
