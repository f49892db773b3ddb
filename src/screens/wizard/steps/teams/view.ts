import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { cutLine, type Line, line, lineWidth } from '../../../../ui/text/line.ts';
import { widthOf } from '../../../../ui/text/text-width.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { failureView, type LineOptions, marked, pointerAt, type View } from '../../engine/view.ts';
import { accessChoices, isUnusable, type TeamRow, type TeamsState } from './state.ts';

/** Pure. */
export function teamsView(state: TeamsState, options: LineOptions): View {
  const { width, glyphs } = options;
  const { task, progress, rows, at } = state;
  if (task.status === 'idle') return { lines: [], from: 0, to: 0 };
  if (task.status === 'running') {
    const done = progress === null ? '' : ` ${progress.scanned} of ${progress.repositories}`;
    return { lines: [line(['active', `Reading settings ...${done}`])], from: 0, to: 0 };
  }
  if (task.status === 'failed') {
    const hint = 'Read them again, or go back and turn them off.';
    const lines = [...failureView(task.failure, options), ...plain(hint, width)];
    return { lines, from: 0, to: lines.length - 1 };
  }
  const { facts, notes } = task.value;
  const columns = columnsOf(rows, width);
  const many = count(facts.size, 'repository', 'repositories');
  const head = [
    ...plain(`Read the settings of ${many}. Each group becomes a team:`, width),
    [],
    ...(rows.length === 0 ? plain('No settings use groups.', width) : [headLine(columns)]),
  ];
  const list = rows.map((row, index) =>
    rowLine(row, { ...options, columns, isHere: index === at }),
  );
  const row = rows[at];
  const about = row === undefined ? [] : [[], ...aboutLines(row, options)];
  const warnings = notes.flatMap((note) => marked(glyphs.warning, 'warning', safe(note), width));
  const lines = [...head, ...list, ...about, ...(warnings.length === 0 ? [] : [[], ...warnings])];
  const here = head.length + at;
  // What is said of a row stands below the list: at its end both are shown.
  return { lines, from: here, to: at === rows.length - 1 ? here + about.length : here };
}

function plain(text: string, width: number): readonly Line[] {
  return wrap(text, width).map((one) => line(one));
}

interface Columns {
  readonly group: number;
  readonly team: number;
}

const accessWidth = Math.max(...accessChoices.map((access) => accessText(access).length)) + 4;
const mostName = 32;

/** Each name gets what it needs; where the two do not fit, the shorter one does, or they share what there is. */
function columnsOf(rows: readonly TeamRow[], width: number): Columns {
  const room = Math.max(20, width - accessWidth - 6);
  const need = (texts: readonly string[]) =>
    Math.min(mostName, Math.max(16, ...texts.map((text) => widthOf(text) + 1)));
  const group = need(rows.map((row) => safe(row.group.name)));
  const team = need(rows.map((row) => row.team.text));
  const half = Math.floor(room / 2);
  if (group + team <= room) return { group, team };
  if (group <= half) return { group, team: room - group };
  return team <= half ? { group: room - team, team } : { group: half, team: room - half };
}

function headLine({ group, team }: Columns): Line {
  return line(['quiet', `  ${'Group'.padEnd(group)}  ${'Team'.padEnd(team)}  Access`]);
}

function rowLine(
  row: TeamRow,
  options: LineOptions & { readonly isHere: boolean; readonly columns: Columns },
): Line {
  const { glyphs, isHere } = options;
  const { group, team } = options.columns;
  const name = cutLine(line(safe(row.group.name)), group, glyphs.ellipsis);
  const typed = cutLine(
    row.team.text === '' && !isHere
      ? line(['quiet', 'none'])
      : textLine(row.team, { width: team, glyphs, hasCursor: isHere }),
    team,
    glyphs.ellipsis,
  );
  const access = accessText(row.access);
  return [
    ...line([isHere ? 'selected' : 'quiet', `${pointerAt(isHere, glyphs)} `]),
    ...padded(name, group),
    ...padded(typed, team),
    ...(isHere
      ? line(['key', `${glyphs.previous} `], ['strong', access], ['key', ` ${glyphs.next}`])
      : line(access)),
  ];
}

function padded(text: Line, width: number): Line {
  return [...text, ...line(' '.repeat(Math.max(0, width - lineWidth(text)) + 2))];
}

/** For the team map and its screen. Pure. */
export function accessText(access: TeamRow['access']): string {
  return access ?? 'same as group';
}

function aboutLines(row: TeamRow, { width, glyphs }: LineOptions): readonly Line[] {
  const { members } = row.group;
  if (isUnusable(row)) {
    return marked(glyphs.failed, 'bad', 'A team needs a letter or a digit.', width);
  }
  if (members === null) {
    const text = `Bitbucket does not list the members of ${safe(row.group.name)}: add them with the Group list option, or the team stays empty.`;
    return marked(glyphs.warning, 'warning', text, width);
  }
  const more =
    row.access === null
      ? 'Administrators become maintainers.'
      : 'To give a team more access than its group had, accept it in the plan.';
  return plain(`${count(members.length, 'member')}. ${more}`, width);
}
