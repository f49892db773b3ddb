import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions } from '../../engine/step.ts';
import { failureView } from '../../shared/failure-view.ts';
import { choose, type WelcomeKnown } from './choose.ts';
import { welcomeItems } from './items.ts';
import type { WelcomeSlice } from './state.ts';

/** What to do: something new, or something that was started before. Pure. */
export function welcomeBody(
  { welcome: { ongoing }, isDemo }: StateOf<WelcomeSlice>,
  options: BodyOptions,
): Body<WelcomeKnown> {
  const { width, glyphs } = options;
  const intro = isDemo
    ? 'Both hosts run on this machine, with a sample workspace: nothing leaves it, and nothing is left behind.'
    : 'Moves the repositories of a Bitbucket workspace to GitHub. Each step says what it does; nothing is written there before the last one.';
  const lines: Line[] = [...wrap(intro, width).map((text) => line(text)), []];
  if (ongoing.status === 'failed')
    lines.push(...failureView(ongoing.failure, { width, glyphs }), []);
  if (ongoing.status === 'idle' || ongoing.status === 'running') return { lines };
  const known = ongoing.status === 'done' ? ongoing.value : [];
  const menu = welcomeItems(known, { ...options, isDemo }).map(({ value, label }) => ({
    label,
    run: (context: Parameters<typeof choose>[0]) => choose(context, value),
  }));
  return { lines, menu };
}
