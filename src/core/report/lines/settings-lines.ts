import { type SettingsForecast, settingsForecast } from '../../forecast/settings-forecast.ts';
import { count, formatDuration, namesText } from '../../kernel/format/format.ts';
import { type Palette, palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import {
  gradesInOrder,
  type PlanWithSettings,
  type SettingsSummary,
  summarizeSettings,
} from '../../settings/compare/settings-summary.ts';
import { sharedKeyText } from '../../settings/compare/shared-keys.ts';
import { settingText } from './setting-text.ts';

/** Describes what a plan's settings become, and what applying them takes. */
export interface SettingsAhead extends SettingsSummary {
  readonly forecast: SettingsForecast;
  /** The target follows the source: what opens it waits for the cut-over. */
  readonly follow: boolean;
  /** Teams that the organization does not have yet; `null` where it was not asked, or does not say. */
  readonly newTeams: readonly string[] | null;
  /** Logins that are not in the organization; `null` as above. */
  readonly outside: readonly string[] | null;
}

/** Returns what is known of a plan without asking the target; `null` where it has no settings. Pure. */
export function settingsAhead(
  plan: PlanWithSettings & { readonly follow?: boolean | undefined },
  limits: { readonly targetIsLimited?: boolean | undefined } = {},
): SettingsAhead | null {
  const summary = summarizeSettings(plan);
  if (summary === null) return null;
  const { follow = false } = plan;
  const forecast = settingsForecast(plan, limits);
  return { ...summary, forecast, follow, newTeams: null, outside: null };
}

const mostRows = 12;
const mostNames = 10;

type Grade = (typeof gradesInOrder)[number];

/** Says what becomes of a setting. */
export const gradeWords: Readonly<Record<Grade, string>> = {
  looser: 'looser',
  none: 'by hand',
  stricter: 'stricter',
  exact: 'exact',
};

/**
 * Settings by grade, those to look at with their reason, teams and people, for people. Pure.
 * @param options.all lists the stricter and the exact ones too
 * @param options.brief counts them, with teams and people
 */
export function settingsLines(
  ahead: SettingsAhead,
  {
    all = false,
    brief = false,
    colors = palette(false),
  }: { readonly all?: boolean; readonly brief?: boolean; readonly colors?: Palette } = {},
): readonly string[] {
  const { grades, settings, repositories, rows } = ahead;
  const roles = { looser: colors.bad, none: colors.bad, stricter: colors.warning } as const;
  const word = (grade: Grade, text: string) =>
    (grade === 'exact' ? colors.good : roles[grade])(text);
  const counts = gradesInOrder
    .filter((grade) => grades[grade] > 0)
    .map((grade) => word(grade, `${number(grades[grade])} ${gradeWords[grade]}`));
  const wanted = rows.filter(({ grade }) => all || grade === 'looser' || grade === 'none');
  const shown = all ? wanted : wanted.slice(0, mostRows);
  const isMore = rows.filter(({ grade }) => grade !== 'exact').length > shown.length;
  const graded = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  const head = row(
    'Settings',
    `${count(settings, 'setting')} of ${repositoriesText(repositories)}${graded}`,
  );
  const refused = [
    ...ahead.crowded.map(
      (name) => `${safe(name)} has more than 75 rulesets, which GitHub refuses: merge its rules`,
    ),
    ...ahead.sharedKeys.map((one) => `${safe(sharedKeyText(one))}.`),
  ].map((text) => `${colors.warning('warning')}  ${text}`);
  if (brief) {
    return [head, ...teamLines(ahead), ...peopleLines(ahead), ...refused, ...waitingLines(ahead)];
  }
  return [
    head,
    ...shown.flatMap((one) => rowLines(one, (text) => word(one.grade, text))),
    ...(isMore ? ['  The plan file lists the others, each with its reason.'] : []),
    ...teamLines(ahead),
    ...sharingLines(ahead),
    ...rulesetLines(ahead),
    ...peopleLines(ahead),
    ...refused,
    ...costLines(ahead),
    ...waitingLines(ahead),
  ];
}

function rowLines(
  one: SettingsAhead['rows'][number],
  graded: (text: string) => string,
): readonly string[] {
  const { grade, why, offer, repositories } = one;
  const [first = ''] = repositories;
  const where = repositories.length === 1 ? first : repositoriesText(repositories.length);
  return [
    `  ${graded(gradeWords[grade].padEnd(8))}  ${safe(settingText(one))} (${safe(where)})`,
    `            ${safe(why)}`,
    ...(offer === null ? [] : [`            Or accept: looser. ${safe(offer)}`]),
  ];
}

function teamLines({ teams, newTeams }: SettingsAhead): string[] {
  if (teams.length === 0) return [];
  const created = newTeams === null ? teams : teams.filter(({ name }) => newTeams.includes(name));
  const names = created.map(
    ({ name, members, incomplete }) =>
      `${safe(name)} (${count(members, 'member')}${incomplete ? ', others unknown' : ''})`,
  );
  const listed = namesText(names, mostNames);
  if (newTeams === null) return [row('Teams', listed)];
  const there = teams.length - created.length;
  return [
    row(
      'Teams',
      [
        ...(created.length === 0 ? [] : [`to create: ${listed}`]),
        ...(there === 0 ? [] : [`${number(there)} existing`]),
      ].join('; '),
    ),
  ];
}

/** Groups whose names give one slug share a team, where no team map says otherwise. */
function sharingLines({ teams }: SettingsAhead): string[] {
  const shared = teams.filter(({ groups }) => groups.length > 1);
  const texts = shared.map(
    ({ name, groups }) => `${safe(name)} (${namesText(groups.map(safe), mostNames)})`,
  );
  if (texts.length === 0) return [];
  return [
    row('Shared', `${namesText(texts, mostNames)}: gets the lowest access level of its groups`),
    '              To give each group its own team, use a team map.',
  ];
}

function rulesetLines({ sharedRulesets }: SettingsAhead): string[] {
  if (sharedRulesets === 0) return [];
  const many = count(sharedRulesets, 'ruleset');
  return [row('Organization', `${many} for exactly the repositories that share them`)];
}

function peopleLines({ people, outside }: SettingsAhead): string[] {
  if (people.length === 0) return [];
  const text = `${count(people.length, 'person', 'people')} with access`;
  if (outside === null) return [row('People', text)];
  if (outside.length === 0) return [row('People', `${text}, all in the organization`)];
  const names = namesText(outside.map(safe), mostNames);
  return [
    row(
      'People',
      `${text}; not in the organization: ${names}. Inviting them takes ${count(outside.length, 'seat')}`,
    ),
  ];
}

function costLines({ forecast }: SettingsAhead): string[] {
  const { reads, writes, creating, milliseconds } = forecast;
  const time = milliseconds < 60_000 ? '' : `, about ${formatDuration(milliseconds)}`;
  const pulls = creating === 0 ? '' : `, ${count(creating, 'pull request')}`;
  return [
    row(
      'Requests',
      `about ${number(reads)} to read and ${number(writes)} to write on GitHub${pulls}${time}`,
    ),
  ];
}

function waitingLines({ follow }: SettingsAhead): string[] {
  return follow
    ? ['Until the cut-over, repositories stay private: access, webhooks and active rules wait.']
    : [];
}

function repositoriesText(many: number): string {
  return count(many, 'repository', 'repositories');
}

function row(name: string, text: string): string {
  return `${name.padEnd(13)}  ${text}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
