import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { UnfinishedMigration } from '../../../../core/migration/list-unfinished.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { cut } from '../../../../ui/text/text-width.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { Glyphs } from '../../../../ui/theme/glyphs.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions } from '../../engine/step.ts';
import { failureView } from '../../shared/failure-view.ts';
import { choose, type WelcomeChoice, type WelcomeKnown } from './choose.ts';
import type { WelcomeSlice } from './state.ts';

/** What to do: something new, or something that was started before. Pure. */
export function welcomeBody(
  { welcome: { unfinished }, isDemo }: StateOf<WelcomeSlice>,
  options: BodyOptions,
): Body<WelcomeKnown> {
  const { width, glyphs } = options;
  const intro = isDemo
    ? 'Both hosts run on this machine, with a sample workspace: nothing leaves it, and nothing is left behind.'
    : 'Moves the repositories of a Bitbucket workspace to GitHub. Each step says what it does; nothing is written there before the last one.';
  const lines: Line[] = [...wrap(intro, width).map((text) => line(text)), []];
  if (unfinished.status === 'failed')
    lines.push(...failureView(unfinished.failure, { width, glyphs }), []);
  if (unfinished.status === 'idle' || unfinished.status === 'running') return { lines };
  const known = unfinished.status === 'done' ? unfinished.value : [];
  const menu = welcomeItems(known, { ...options, isDemo }).map(({ value, label }) => ({
    label,
    run: (context: Parameters<typeof choose>[0]) => choose(context, value),
  }));
  return { lines, menu };
}

export interface WelcomeItem {
  readonly value: WelcomeChoice;
  readonly label: string;
}

/** What can be begun, as many as there is room for: the newest of what goes on first. Pure. */
export function welcomeItems(
  unfinished: readonly UnfinishedMigration[],
  { width, height, glyphs, isDemo }: BodyOptions & { readonly isDemo: boolean },
): readonly WelcomeItem[] {
  const shown = unfinished.slice(0, Math.max(0, Math.min(8, height - 5)));
  const items: readonly WelcomeItem[] = [
    { value: { kind: 'new' }, label: 'New migration' },
    ...shown.map((one) => itemOf(one, glyphs)),
    {
      value: { kind: 'secrets' },
      label: 'Secrets: names, manifest, placeholders, checklist, vault',
    },
    { value: { kind: 'doctor' }, label: 'Check this machine, the network and both hosts' },
    // The demo has a license, and nobody who would read the mail with another.
    ...(isDemo ? [] : [licenseItem]),
    { value: { kind: 'leave' }, label: 'Leave' },
  ];
  return items.map((item) => ({ ...item, label: cut(item.label, width - 2, glyphs.ellipsis) }));
}

const licenseItem: WelcomeItem = {
  value: { kind: 'license' },
  label: 'License: what it allows, register, activate',
};

function itemOf(
  { id, kind, workspace, organization, counts }: UnfinishedMigration,
  glyphs: Glyphs,
): WelcomeItem {
  const all = Object.values(counts).reduce((sum, many) => sum + many, 0);
  const done = counts.succeeded + counts.skipped;
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  const where = `${safe(workspace)} ${glyphs.arrow} ${safe(organization)}`;
  const what = `${where}, ${done} of ${all} done${failed} (${id})`;
  return kind === 'running'
    ? { value: { kind: 'watch', id }, label: `Watch ${what}` }
    : { value: { kind: 'resume', id }, label: `Resume ${what}` };
}
