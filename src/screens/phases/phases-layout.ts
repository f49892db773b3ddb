import { helpRows } from '../../ui/components/key-help.tsx';
import { paletteKey } from '../../ui/palette/palette-keys.ts';
import { type Line, line } from '../../ui/text/line.ts';
import { topOf, windowOf } from '../../ui/text/view-window.ts';
import { wrap } from '../../ui/text/wrap.ts';
import { isYesOrNo, type PhasesEffects, type PhasesSize, phasesBindings } from './phases-keys.ts';
import { bodyLines, detailLines, type Frame, headLines, stopsOf } from './phases-lines.ts';
import { lockedText } from './phases-lock.ts';
import { type PhasesState, whyNotAbort } from './phases-state.ts';

const footerRows = 1;

/** Everything above the footer, and how far it moves. Pure. */
export function phasesLayout(
  state: PhasesState,
  frame: Frame,
): { readonly lines: readonly Line[]; readonly size: PhasesSize } {
  const head = headLines(state, frame);
  const bottom = bottomLines(state, frame);
  const height = Math.max(1, frame.height - head.length - bottom.length - footerRows);
  const body =
    state.panel === 'detail'
      ? { lines: detailLines(state, frame), from: 0, to: 0 }
      : bodyLines(state, { ...frame, height });
  const top = body.lines.length <= height ? 0 : topOf(body.lines.length, { height, ...body });
  const shown = windowOf(body.lines, {
    ...{ height, from: body.from, to: body.to, shift: state.scrolled },
    ellipsis: frame.glyphs.ellipsis,
  });
  const size = {
    stops: stopsOf(state),
    least: -top,
    most: Math.max(0, body.lines.length - height - top),
    page: Math.max(1, height - 2),
  };
  const hasRoom = body.lines.length < height && bottom.length === 0;
  return { lines: [...head, ...shown, ...bottom, ...(hasRoom ? [[]] : [])], size };
}

/** The question of the command or of a key, or what the last key came to. */
function bottomLines(state: PhasesState, { width }: Frame): readonly Line[] {
  const { question, asking, notice, now, isEnding, result } = state;
  const locked = result === null ? lockedText(state) : null;
  const stays = locked === null ? '' : `${locked} `;
  const all = (text: string) => wrap(text, width).map((one) => line(['warning', one]));
  if (question !== null) {
    const text = isYesOrNo(question) ? question.replace(/\[y\/N\]\s*$/, 'y/N') : question;
    return [[], ...text.trimEnd().split('\n').flatMap(all)];
  }
  if (asking === 'stop') {
    const how = whyNotAbort(state) === null ? 'Continue later, or press a to unlock them.' : '';
    const lines = stays === '' ? [] : all(`${stays}${how}`.trimEnd());
    return [...lines, ...all('Stop after the current steps? y/N')];
  }
  if (asking === 'abort') return all('Abort, and unlock Bitbucket? GitHub stays closed. y/N');
  if (notice !== null && notice.until > now) return all(notice.text);
  if (isEnding && result === null)
    return all(`Stopping after the current steps. ${stays}`.trimEnd());
  return [];
}

/** How far the help scrolls. Pure. */
export function helpSize(state: PhasesState, frame: Frame, effects: PhasesEffects): PhasesSize {
  const none = { stops: stopsOf(state), least: 0, most: 0, page: 1 };
  const bindings = phasesBindings({ ...state, panel: 'list' }, none, effects);
  const height = frame.height - 2;
  const rows = helpRows([...bindings, paletteKey(() => {})], { ...frame, height });
  return { ...none, most: Math.max(0, rows - height), page: Math.max(1, height - 2) };
}
