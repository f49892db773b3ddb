import type { Inventory, InventoryRepository } from '../discovery/inventory-schema.ts';
import { count, namesText } from '../kernel/format/format.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { SourceSettings } from '../ports/records/source-settings.ts';
import {
  type BuiltSettings,
  buildSettings,
  type SettingsChoice,
} from '../settings/plan/build-settings.ts';
import { slugOf } from './choose-repositories.ts';

const mostNames = 10;

const nobodyKnown: SettingsChoice = { users: null, teamMap: new Map(), hasUserActors: true };

/** The settings of chosen repositories of an inventory, with what a person should do about what is missing. Pure. */
export function settingsOfPlan(
  chosen: readonly InventoryRepository[],
  {
    inventory,
    settings: choice = nobodyKnown,
  }: { inventory: Inventory; settings?: SettingsChoice },
): Pick<BuiltSettings, 'settings' | 'teams'> & { readonly notes: readonly string[] } {
  const repositories = chosen.flatMap((repository) =>
    repository.settings === undefined
      ? []
      : [{ source: slugOf(repository), settings: repository.settings }],
  );
  const { kind } = inventory.source;
  const built = buildSettings({ kind, groups: inventory.groups ?? [], repositories }, choice);
  const notes = [
    ...(hasSettings(inventory) ? unread(chosen.length, repositories) : []),
    ...missingPeople(built, choice),
    ...accepted(built),
  ];
  return { settings: built.settings, teams: built.teams, notes };
}

export function hasSettings({ repositories }: Pick<Inventory, 'repositories'>): boolean {
  return repositories.some(({ settings }) => settings !== undefined);
}

function unread(
  chosen: number,
  repositories: readonly { readonly settings: SourceSettings }[],
): string[] {
  const without = chosen - repositories.length;
  const partly = repositories.filter(({ settings }) => settings.unread.length > 0).length;
  const again = 'run discover with --include-settings again';
  return [
    ...(without > 0
      ? [`${repositoriesText(without)} have no settings in the inventory: ${again}`]
      : []),
    ...(partly > 0
      ? [`The settings of ${repositoriesText(partly)} were not read completely: ${again}`]
      : []),
  ];
}

function missingPeople(built: BuiltSettings, { users }: SettingsChoice): string[] {
  const { withoutMembers, withoutLogin, unusedGroups, teams } = built;
  const notes: string[] = [];
  if (withoutMembers.length > 0) {
    const names = listed(withoutMembers.map(({ name }) => name));
    notes.push(
      `${count(withoutMembers.length, 'group')} without known members (${names}): name them with discover --groups FILE, or the teams stay empty`,
    );
  }
  if (withoutLogin.length > 0) {
    const names = listed(withoutLogin.map(({ id, name }) => (name === '' ? id : name)));
    const how = users === null ? 'pass a user map with --user-map' : 'add them to the user map';
    notes.push(
      `${count(withoutLogin.length, 'person', 'people')} without a GitHub login (${names}): ${how}, or they get no access`,
    );
  }
  if (unusedGroups.length > 0) {
    notes.push(
      `No settings use ${count(unusedGroups.length, 'group')} from the team map: ${listed(unusedGroups)}`,
    );
  }
  const empty = teams.filter(({ members }) => members.length === 0);
  if (empty.length > 0) {
    const names = listed(empty.map(({ name }) => name));
    notes.push(`${count(empty.length, 'team')} will have no members: ${names}`);
  }
  return notes;
}

/** Nothing else is looser before people have read the plan. */
function accepted({ settings }: BuiltSettings): string[] {
  const raised = [...settings.values()]
    .flat()
    .flatMap(({ accept, looser }) => (accept === 'looser' && looser ? [looser.target] : []));
  const names = [...new Set(raised)];
  return names.length === 0
    ? []
    : [`The team map gives more access than Bitbucket: ${listed(names)}`];
}

function listed(names: readonly string[]): string {
  return namesText(names.map(safe), mostNames);
}

function repositoriesText(many: number): string {
  return count(many, 'repository', 'repositories');
}
