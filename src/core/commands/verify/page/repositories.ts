import { count } from '../../../kernel/format/format.ts';
import { html, htmlLink, htmlName } from '../../../kernel/format/html-text.ts';
import { countOf } from '../../../verbs/verify/findings/difference.ts';
import type { RecordedRepository, VerificationRecord } from '../../comparison/record/record.ts';
import type { Cause } from './causes.ts';
import { chip, countsByName, gradeTones, mostPrinted, number, sentence, table } from './parts.ts';

/** In the order in which somebody has to look at them. */
const states = ['defects', 'differs', 'equal'] as const;

type State = (typeof states)[number];

/** All repositories, and a filter that works without scripts: the style reads which of its buttons is pressed. */
export function repositorySection(record: VerificationRecord, causes: readonly Cause[]): string {
  const { repositories } = record;
  const withStates = repositories.map((one) => ({ one, state: stateOf(one) }));
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
  const settings = repositories.reduce((sum, one) => sum + one.settings.length, 0);
  const style = settings > mostPrinted ? 'four screen' : 'four';
  const rows = sorted.map(({ one, state }) => {
    const own = byRepository.get(one.source)?.map(({ cause }) => cause) ?? [];
    return repositoryDetails({ one, state, causes: own, style });
  });
  return `<section id="repositories">
<h2>Repositories <span class="quiet">${number(repositories.length)}</span></h2>
<fieldset><legend>Show</legend>
${choices.join('\n')}
</fieldset>
<div class="repositories">
${rows.join('\n')}
</div>
</section>`;
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
  /** Of its settings. */
  style: string;
}): string {
  const { one: repository, state, causes, style } = given;
  const { source, target, sourceUrl, webUrl, compared, equal, kinds } = repository;
  const open = state === 'defects' ? ' open="open"' : '';
  const counts = countsByName(kinds).map(
    ({ name, compared: all, equal: same }) =>
      `<span class="count">${html(name)} ${number(same)} of ${number(all)}</span>`,
  );
  const many = compared === 0 ? '' : `${number(equal)} of ${number(compared)} equal`;
  const parts = [
    `<p class="pages">${htmlLink(sourceUrl, source)} → ${htmlLink(webUrl, target)}</p>`,
    ...(counts.length === 0 ? [] : [`<p class="sums">${counts.join(' ')}</p>`]),
    ...causeLinks(causes),
    ...settingsTable(repository, style),
  ];
  return `<details class="repository ${state}"${open}><summary><span class="name">${htmlName(source)}</span> <span class="chips">${chipsOf(repository, state)}</span> <span class="many">${many}</span></summary>
${parts.join('\n')}
</details>`;
}

function chipsOf(repository: RecordedRepository, state: State): string {
  const { status, unverified } = repository;
  const { defects, expected, changedOnSource, addedSince } = countOf(repository);
  const chips = [
    ...(defects > 0 ? [chip('bad', count(defects, 'defect'))] : []),
    ...(unverified === null ? [] : [chip('bad', 'not verified')]),
    ...(isUnfinished(repository) ? [chip('bad', 'not finished')] : []),
    ...(status === 'skipped' ? [chip('plain', 'skipped')] : []),
    ...(expected > 0 ? [chip('note', `${number(expected)} expected`)] : []),
    ...(changedOnSource > 0 ? [chip('note', `${number(changedOnSource)} changed`)] : []),
    ...(addedSince > 0 ? [chip('plain', `${number(addedSince)} added`)] : []),
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

/** Describes what each setting of the plan became; what differs now stands above. */
function settingsTable({ settings }: RecordedRepository, style: string): string[] {
  if (settings.length === 0) return [];
  const rows = settings.map(
    ({ source, target, grade, why }) =>
      `<tr><td>${chip(gradeTones[grade], grade)}</td><th scope="row">${htmlName(source)}</th><td>${htmlName(target)}</td><td>${sentence(why)}</td></tr>`,
  );
  const caption = `Settings (${number(rows.length)})`;
  return [table({ caption, heads: ['Grade', 'On Bitbucket', 'On GitHub', 'Why'], rows, style })];
}
