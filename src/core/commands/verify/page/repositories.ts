import { count } from '../../../kernel/format/format.ts';
import { html, htmlLink, htmlName } from '../../../kernel/format/html-text.ts';
import { settingText, targetText } from '../../../report/lines/setting-text.ts';
import { gradeWords } from '../../../report/lines/settings-lines.ts';
import { countOf, type PlannedFinding } from '../../../verbs/verify/findings/difference.ts';
import type { RecordedRepository, VerificationRecord } from '../../comparison/record/record.ts';
import type { Cause } from './causes.ts';
import {
  bothSides,
  chip,
  countsByName,
  gradeTones,
  mostPrinted,
  number,
  sentence,
  table,
} from './parts.ts';

/** In the order in which somebody has to look at them. */
const states = ['defects', 'differs', 'equal'] as const;

type State = (typeof states)[number];

/** All repositories, and a filter that works without scripts: the style reads which of its buttons is pressed. */
export function repositorySection(record: VerificationRecord, causes: readonly Cause[]): string {
  const { repositories } = record;
  const withStates = repositories.map(withOwnOnly).map((one) => ({ one, state: stateOf(one) }));
  const many = (state: State) => withStates.filter((all) => all.state === state).length;
  const differing = repositories.length - many('equal');
  const choices = [
    choice('all', 'All', repositories.length),
    choice('defects', 'With defects', many('defects')),
    choice('differing', 'With differences', differing),
    choice('equal', 'Equal', many('equal')),
  ];
  const byRepository = Map.groupBy(
    causes.flatMap((cause) =>
      cause.exceptions.map(({ repository }) => ({ repository: repository.source, cause })),
    ),
    ({ repository }) => repository,
  );
  const sorted = withStates.toSorted(
    (one, other) => states.indexOf(one.state) - states.indexOf(other.state),
  );
  const having = repositories.filter((one) => one.settings.length > 0);
  const shared = sharedSettings(having);
  const settings = repositories.reduce((sum, one) => sum + one.settings.length, 0);
  const style = settings > mostPrinted ? 'four screen' : 'four';
  const rows = sorted.map(({ one, state }) => {
    const own = byRepository.get(one.source)?.map(({ cause }) => cause) ?? [];
    return repositoryDetails({ one, state, causes: own, shared, style });
  });
  return `<section id="repositories">
<h2>Repositories <span class="quiet">${number(repositories.length)}</span></h2>
<fieldset><legend>Show</legend>
${choices.join('\n')}
</fieldset>
${sharedTable(shared, having.length, style)}
<div class="repositories">
${rows.join('\n')}
</div>
</section>`;
}

/** Without what is the organization's. */
function withOwnOnly(one: RecordedRepository): RecordedRepository {
  return { ...one, differences: one.differences.filter(({ owner }) => owner === 'repository') };
}

/** A choice of none would show an empty page. */
function choice(id: string, label: string, many: number): string {
  const checked = id === 'all' ? ' checked="checked"' : '';
  const disabled = many === 0 && id !== 'all' ? ' disabled="disabled"' : '';
  return `<span class="choice"><input type="radio" name="show" id="show-${id}"${checked}${disabled}><label for="show-${id}">${html(label)} ${number(many)}</label></span>`;
}

function stateOf(repository: RecordedRepository): State {
  const { differences, unverified, notes } = repository;
  const isBad = countOf(repository).defects > 0 || unverified !== null || isUnfinished(repository);
  if (isBad) return 'defects';
  return differences.length + notes.length > 0 ? 'differs' : 'equal';
}

function isUnfinished({ status }: RecordedRepository): boolean {
  return status !== 'succeeded' && status !== 'skipped';
}

function repositoryDetails(given: {
  one: RecordedRepository;
  state: State;
  causes: readonly Cause[];
  /** Settings that stand above for all. */
  shared: ReadonlyMap<string, PlannedFinding>;
  /** Of its settings. */
  style: string;
}): string {
  const { one: repository, state, causes, shared, style } = given;
  const { source, compared, equal, kinds } = repository;
  const open = state === 'defects' ? ' open="open"' : '';
  const counts = countsByName(kinds).map(
    ({ name, compared: all, equal: same }) =>
      `<span class="count">${html(name)} ${number(same)} of ${number(all)}</span>`,
  );
  const many = compared === 0 ? '' : `${number(equal)} of ${number(compared)} equal`;
  const parts = [
    `<p class="pages">${bothSides(repository)}</p>`,
    ...(counts.length === 0 ? [] : [`<p class="sums">${counts.join(' ')}</p>`]),
    ...causeLinks(causes),
    ...ownSettings(repository, shared, style),
    ...pipelinesTable(repository, style),
  ];
  return `<details class="repository ${state}"${open}><summary><span class="name">${htmlName(source)}</span> <span class="chips">${chipsOf(repository, state)}</span> <span class="many">${many}</span></summary>
${parts.join('\n')}
</details>`;
}

function chipsOf(repository: RecordedRepository, state: State): string {
  const { status, unverified } = repository;
  const { defects, notApplied, byHand, leftBehind, expected, changedOnSource, addedSince } =
    countOf(repository);
  const chips = [
    ...(defects > 0 ? [chip('bad', count(defects, 'defect'))] : []),
    ...(unverified === null ? [] : [chip('bad', 'not verified')]),
    ...(isUnfinished(repository) ? [chip('bad', 'not finished')] : []),
    ...(status === 'skipped' ? [chip('plain', 'skipped')] : []),
    ...(notApplied > 0 ? [chip('note', `${number(notApplied)} not applied`)] : []),
    ...(byHand > 0 ? [chip('note', `${number(byHand)} by hand`)] : []),
    ...(leftBehind > 0 ? [chip('note', `${number(leftBehind)} on Bitbucket`)] : []),
    ...(changedOnSource > 0 ? [chip('note', `${number(changedOnSource)} changed`)] : []),
    ...(addedSince > 0 ? [chip('plain', `${number(addedSince)} added`)] : []),
    ...(expected > 0 ? [chip('plain', `${number(expected)} expected`)] : []),
    ...(state === 'equal' && status !== 'skipped' ? [chip('good', 'equal')] : []),
  ];
  return chips.length === 0 ? chip('note', 'not compared') : chips.join(' ');
}

/** Leads to the causes above, which have the items. */
function causeLinks(causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [];
  const links = [...Map.groupBy(causes, ({ id }) => id)].flatMap(([id, same]) => {
    const [first] = same;
    if (first === undefined) return [];
    const many = same.length > 1 ? ` (${number(same.length)})` : '';
    return [`<li><a href="#${id}">${sentence(first.title)}</a>${many}</li>`];
  });
  return [`<ul class="causes">${links.join('')}</ul>`];
}

/** Finds settings that every repository of several has, such as the workspace's owner. */
function sharedSettings(
  having: readonly RecordedRepository[],
): ReadonlyMap<string, PlannedFinding> {
  const [first, ...others] = having.map(
    ({ settings }) => new Map(settings.map((one) => [settingKey(one), one])),
  );
  if (first === undefined || others.length === 0) return new Map();
  return new Map([...first].filter(([key]) => others.every((other) => other.has(key))));
}

function settingKey({ kind, source, target, grade, why }: PlannedFinding): string {
  return JSON.stringify([kind, source, target, grade, why]);
}

function sharedTable(
  shared: ReadonlyMap<string, PlannedFinding>,
  many: number,
  style: string,
): string {
  const all = [...shared.values()];
  const caption = `Settings that ${many === 2 ? 'both' : `all ${number(many)}`} repositories with settings have (${number(all.length)})`;
  return all.length === 0 ? '' : settingsTable(all, { caption, style });
}

/** Describes what each other setting of the plan became; what differs now stands above. */
function ownSettings(
  { settings }: RecordedRepository,
  shared: ReadonlyMap<string, PlannedFinding>,
  style: string,
): string[] {
  const own = settings.filter((one) => !shared.has(settingKey(one)));
  const caption = `Settings (${number(own.length)})`;
  return own.length === 0 ? [] : [settingsTable(own, { caption, style })];
}

function settingsTable(
  settings: readonly PlannedFinding[],
  { caption, style }: { readonly caption: string; readonly style: string },
): string {
  const rows = settings.map(
    ({ kind = '', source, target, grade, why }) =>
      `<tr><td>${chip(gradeTones[grade], gradeWords[grade])}</td><th scope="row">${htmlName(settingText({ kind, source }))}</th><td>${htmlName(targetText({ kind, target }))}</td><td>${sentence(why)}</td></tr>`,
  );
  return table({ caption, heads: ['Grade', 'On Bitbucket', 'On GitHub', 'Why'], rows, style });
}

/** Grades of the conversion, and each construct that GitHub does differently, or not at all. */
function pipelinesTable({ pipelines }: RecordedRepository, style: string): string[] {
  if (pipelines === undefined) return [];
  const { action, pullRequest, url, exact, changed, lost, findings } = pipelines;
  const none = action === 'leave' ? 'not converted' : 'no pull request';
  const where = url === null ? none : htmlLink(url, `pull request #${pullRequest}`);
  const counts = `${number(exact)} exact, ${number(changed)} changed, ${number(lost)} lost`;
  const intro = `<p class="sums">Pipelines: ${where} <span class="count">${counts}</span></p>`;
  if (findings.length === 0) return [intro];
  const rows = findings.map(
    ({ grade, line, file, message, advice }) =>
      `<tr><td>${chip(grade === 'lost' ? 'bad' : 'note', grade)}</td><th scope="row">${file === undefined ? 'Line' : `${htmlName(file)} line`} ${number(line)}</th><td>${sentence(message)}</td><td>${sentence(advice ?? '')}</td></tr>`,
  );
  const caption = `Pipelines (${number(rows.length)})`;
  const heads = ['Grade', 'bitbucket-pipelines.yml', 'On GitHub', 'What to do'];
  return [intro, table({ caption, heads, rows, style })];
}
