import { sourceTime } from '../../../../core/forecast/host-limits.ts';
import { count, formatDuration } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { WizardOptions } from '../../../../core/options/controls.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { textOf } from '../../../../ui/input/text-state.ts';
import { type Line, line, lineWidth } from '../../../../ui/text/line.ts';
import { cut } from '../../../../ui/text/text-width.ts';
import { failureView, type LineOptions, marked } from '../../engine/view.ts';
import { matchesOf } from './items.ts';
import { freeRequests, type SelectionState } from './model.ts';
import { renameProblem } from './names.ts';

/** Rows below the list. Pure. */
export function panelHeight(state: SelectionState): number {
  const { pattern, offer, scan, rename } = state;
  if (pattern !== null) return 1;
  if (rename !== null) return 2;
  if (scan.status === 'running') return 1;
  if (offer === null && scan.status === 'failed' && state.isBackground) return 1;
  if (offer !== null || scan.status === 'failed') return 4;
  return offersScan(state) ? 1 : 0;
}

interface PanelOptions extends LineOptions {
  readonly nameFrom: WizardOptions['nameFrom'];
}

/** A pattern or a name that is edited, a scan, or the offer of one. Pure. */
export function selectionPanel(state: SelectionState, options: PanelOptions): readonly Line[] {
  const { width, glyphs } = options;
  const { pattern, offer, scan, progress } = state;
  if (pattern !== null) {
    const found = matchesOf(state, pattern.text).length;
    const typed = textLine(pattern, { width: 30, glyphs, hasCursor: true });
    const hint =
      pattern.text === ''
        ? '  such as payments-*, or !old-* to clear'
        : `  ${count(found, 'repository', 'repositories')}`;
    return [line(['title', 'Pattern  '], ...typed, ['quiet', hint])];
  }
  if (state.rename !== null) return renameLines(state, options);
  if (scan.status === 'running') {
    const { looked = 0, repositories = state.selected.size, requests = null } = progress ?? {};
    const cost = requests === null ? '' : `, ${count(requests, 'request')} in total`;
    return [line(['active', `Scanned ${looked} of ${repositories}${cost}`])];
  }
  if (scan.status === 'failed' && offer === null && state.isBackground) {
    const text = `Pull requests not counted: ${safe(scan.failure.message)}`;
    return [line(['warning', `${glyphs.warning} ${text}`])];
  }
  if (scan.status === 'failed' && offer === null) {
    return failureView(scan.failure, { width, glyphs }).slice(0, 4);
  }
  if (offer === null) return offersScan(state) ? [hintLine(state)] : [];
  if (offer.status === 'failed') return failureView(offer.failure, { width, glyphs }).slice(0, 4);
  const text =
    offer.status === 'done'
      ? offerText(offer.value, state.selected.size)
      : 'Calculating the cost ...';
  const lines = marked(glyphs.arrow, 'active', text, width).slice(0, 4);
  return [...lines, ...Array.from({ length: 4 - lines.length }, (): Line => [])];
}

function renameLines(state: SelectionState, options: PanelOptions): readonly Line[] {
  const { width, glyphs, nameFrom } = options;
  const { slug = '', text = textOf('') } = state.rename ?? {};
  const head = line(
    ['title', 'Rename '],
    `${cut(safe(slug), Math.floor(width / 3), glyphs.ellipsis)} ${glyphs.arrow} `,
  );
  const typed = textLine(text, { width: width - lineWidth(head), glyphs, hasCursor: true });
  const problem = renameProblem(state, nameFrom);
  const below =
    problem === null
      ? line(['quiet', 'The name on GitHub. Leave empty to restore the old one.'])
      : line(['bad', `${glyphs.failed} ${safe(problem)}`]);
  return [line(...head, ...typed), below];
}

/** Only what is dear is offered; the rest starts by itself. */
function offersScan({ cost, items, selected }: SelectionState): boolean {
  const isOpen = items.some(
    ({ slug, pullRequests }) => pullRequests === null && selected.has(slug),
  );
  return isOpen && cost !== null && cost.requests >= freeRequests;
}

function hintLine({ cost }: SelectionState): Line {
  const requests = cost?.requests ?? 0;
  const time = cost?.isUnlimited === true ? 0 : sourceTime(requests);
  const takes = time === 0 ? '' : `, ${formatDuration(time)}`;
  return line(
    ['key', 'Ctrl+D'],
    ['quiet', ` counts pull requests: ${count(requests, 'request')} or more${takes}`],
  );
}

function offerText(
  cost: { requests: number; accuracy: string; isUnlimited?: true },
  repositories: number,
): string {
  if (cost.requests === 0) return 'Everything is already scanned: no requests needed.';
  const least = cost.accuracy === 'exact' ? '' : 'at least ';
  const time = sourceTime(cost.requests);
  const takes =
    cost.isUnlimited === true
      ? 'without a rate limit on Data Center'
      : time === 0
        ? "within Bitbucket's limit of 1,000 an hour"
        : `which takes ${formatDuration(time)} at Bitbucket's limit of 1,000 an hour`;
  const which = count(repositories, 'repository', 'repositories');
  return `A deep scan of ${which} counts pull requests and comments and looks for LFS. It takes ${least}${count(cost.requests, 'request')}, ${takes}, and makes the forecast exact.`;
}
