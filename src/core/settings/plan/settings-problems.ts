import { safe } from '../../kernel/format/terminal-text.ts';
import type { PlannedSetting, PlannedTeam } from './planned-settings.ts';

interface PlanWithSettings {
  readonly teams?: readonly PlannedTeam[] | undefined;
  readonly repositories: readonly {
    readonly source: string;
    readonly settings?: readonly PlannedSetting[] | undefined;
  }[];
}

/** Returns what an edited plan must not say of settings and teams. Pure. */
export function settingsProblems({ teams = [], repositories }: PlanWithSettings): string[] {
  const slugs = teams.map(({ name }) => name.toLowerCase());
  return [
    ...twice(slugs).map((slug) => `the team ${safe(slug)} is listed twice`),
    ...repositories.flatMap(({ source, settings = [] }) => problemsOf(source, settings)),
  ];
}

function problemsOf(source: string, settings: readonly PlannedSetting[]): string[] {
  const ids = settings.map(({ id }) => id);
  return [
    ...twice(ids).map((id) => `${source} has the setting ${safe(id)} twice`),
    ...settings
      .filter(({ accept, looser }) => accept !== undefined && looser === null)
      .map(({ id }) => `${source}: the setting ${safe(id)} has no looser alternative to accept`),
  ];
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
