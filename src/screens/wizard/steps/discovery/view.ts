import { count, formatBytes } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { barLine } from '../../../../ui/text/bar.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { Glyphs } from '../../../../ui/theme/glyphs.ts';
import { failureView, type LineOptions, marked, type View } from '../../engine/view.ts';
import { capitalized, type hostOf } from '../credentials/source-hosts.ts';
import { entriesOf, pickedName } from './pick-state.ts';
import { type DiscoveryState, discoveredOf } from './state.ts';

const costs = {
  workspace: 'one request per 100 repositories',
  project: 'two requests per repository',
} as const;

/** Which workspace or project, and the progress of reading it. Pure. */
export function discoveryView(
  state: DiscoveryState,
  options: LineOptions & {
    readonly workspaces: readonly string[] | null;
    readonly word: ReturnType<typeof hostOf>['scope'];
  },
): View {
  const { pick, task } = state;
  const { width, glyphs, workspaces, word } = options;
  const isRunning = task.status === 'running';
  const field = textLine(pick.text, {
    width: width - 12,
    glyphs,
    hasCursor: !isRunning,
  });
  const name = word === 'project' ? 'key' : 'name';
  const hint =
    workspaces === null
      ? `These credentials cannot list ${word}s: type the ${name} from its URL.`
      : `Pick one or type its ${name}. Reading takes ${costs[word]}.`;
  const entries = entriesOf(pick);
  const head: readonly Line[] = [
    ...wrap(hint, width).map((text) => line(['quiet', text])),
    [],
    line(['title', capitalized(name)], '  ', ...field),
  ];
  const lines: readonly Line[] = [
    ...head,
    ...entries.map(({ name, isTyped }, index) =>
      entryLine(safe(name), isTyped, index === pick.cursor, glyphs),
    ),
    [],
  ];
  const outcomes = outcome(state, options);
  const from = head.length + (outcomes.length > 0 ? pick.cursor : 0);
  const to = outcomes.length > 0 ? lines.length + outcomes.length - 1 : head.length + pick.cursor;
  return { lines: [...lines, ...outcomes], from, to };
}

function entryLine(name: string, isTyped: boolean, isHere: boolean, glyphs: Glyphs): Line {
  const text = isTyped ? `${name} (as typed)` : name;
  if (!isHere) return line(`${' '.repeat(glyphs.pointer.length)} ${text}`);
  return line(['selected', `${glyphs.pointer} ${text}`]);
}

function outcome(state: DiscoveryState, options: LineOptions): readonly Line[] {
  const { task, progress, asked } = state;
  const { width, glyphs } = options;
  // Once another name is typed, it says nothing of that one.
  if (task.status === 'failed' && asked === pickedName(state.pick))
    return failureView(task.failure, options);
  if (task.status === 'running') {
    const { found = 0, total = null } = progress ?? {};
    const of = total === null ? '' : ` of ${total.toLocaleString('en-US')}`;
    const text = `${found.toLocaleString('en-US')}${of} repositories of ${safe(asked)} so far`;
    const bar =
      total === null || total === 0
        ? []
        : [barLine({ share: found / total, width: Math.min(40, width), glyphs })];
    return [line(['active', text]), ...bar];
  }
  const found = discoveredOf(state);
  if (found === null) return [];
  const { repositories, unparsed } = found;
  const bytes = repositories.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const many = count(repositories.length, 'repository', 'repositories');
  return [
    ...marked(glyphs.succeeded, 'good', `${many}, ${formatBytes(bytes)} of Git data`, width),
    ...(unparsed.length === 0
      ? []
      : marked(
          glyphs.warning,
          'warning',
          `${unparsed.length} skipped: ${unparsed.slice(0, 10).map(safe).join(', ')}`,
          width,
        )),
  ];
}
