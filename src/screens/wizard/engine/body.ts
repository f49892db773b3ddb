import { cutLine, type Line } from '../../../ui/text/line.ts';
import { linesAbove, topOf, windowOf } from '../../../ui/text/view-window.ts';
import type { StateOf } from './state.ts';
import {
  type Body,
  type BodyOptions,
  shownStep,
  stepNamed,
  type WizardDefinition,
} from './step.ts';

/** Between title and footer; its lines are cut to fit. Pure. */
export function bodyOf<Known>(
  definition: WizardDefinition<Known>,
  state: StateOf<Known>,
  options: BodyOptions,
): Body<Known> {
  const { width, glyphs } = options;
  const body = shownStep(definition, state).body(state, options);
  const lines = fittingLines(body, state.scrolled, options);
  return { ...body, lines: lines.map((one) => cutLine(one, width, glyphs.ellipsis)) };
}

function fittingLines<Known>(
  body: Body<Known>,
  shift: number,
  { height, glyphs: { ellipsis } }: BodyOptions,
): readonly Line[] {
  const { lines, focus } = body;
  if (focus !== undefined) return windowOf(lines, { ...focus, height, shift, ellipsis });
  const below = Math.min(height, rowsBelow(body));
  return below === 0 ? lines : linesAbove(lines, { height, below, ellipsis });
}

/** A question has a hint, a warning and a field as well. */
function rowsBelow<Known>({ menu, typing }: Body<Known>): number {
  return typing === undefined ? (menu?.length ?? 0) : 4;
}

/** Rows to scroll by a page; 0 where everything is shown or the step scrolls by itself. Pure. */
export function pageShift<Known>(
  definition: WizardDefinition<Known>,
  state: StateOf<Known>,
  options: BodyOptions & { readonly by: 1 | -1 },
): number {
  const { height, by } = options;
  const { lines, focus } = shownStep(definition, state).body(state, options);
  if (focus === undefined || lines.length <= height) return 0;
  const most = lines.length - height;
  const top = topOf(lines.length, { ...focus, height });
  const wanted = top + state.scrolled + by * Math.max(1, height - 2);
  return Math.max(0, Math.min(most, wanted)) - top - state.scrolled;
}

/** The title, and the number of the step. Pure. */
export function headingOf<Known>(
  { steps, errand }: WizardDefinition<Known>,
  state: StateOf<Known>,
): { readonly title: string; readonly place: string } {
  const step = stepNamed(steps, state.step);
  const title = step.title(state);
  const demo = state.isDemo ? 'demo' : '';
  // A step that is only there while it is open has no number.
  const elsewhere = { ...state, step: '' };
  const path = steps
    .slice(1)
    .filter(({ isAside, isSkipped }) => isAside !== true && isSkipped?.(elsewhere) !== true);
  const at = path.indexOf(step);
  if (at === -1) return { title, place: demo };
  const instead = errand(state);
  if (instead !== null) return { title: `${title} ${instead}`, place: demo };
  const place = `${at + 1} of ${path.length}`;
  return { title, place: state.isDemo ? `${demo}, ${place}` : place };
}

/** The thing that keys answer now: a step, or a question of it. Pure. */
export function screenOf<Known>(
  definition: WizardDefinition<Known>,
  state: StateOf<Known>,
): string {
  const { step, isLeaving, hasHelp, palette } = state;
  const question = shownStep(definition, state).question?.(state) ?? null;
  return JSON.stringify([step, isLeaving, hasHelp, palette !== null, question]);
}

/** The running task, if any. Pure. */
export function busyText<Known>(
  { steps, exit }: WizardDefinition<Known>,
  state: StateOf<Known>,
): string | null {
  return exit.busy?.(state) ?? stepNamed(steps, state.step).busy?.(state) ?? null;
}
