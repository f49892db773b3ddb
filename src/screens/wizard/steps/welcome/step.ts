import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { UnfinishedMigration } from '../../../../core/replica/apply/guard/list-unfinished.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { cut } from '../../../../ui/text/text-width.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { Glyphs } from '../../../../ui/theme/glyphs.ts';
import { menuKeys } from '../../engine/keys.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import { failureView } from '../../engine/view.ts';
import type { DoctorSlice } from '../doctor/step.ts';
import type { LicenseSlice } from '../license/step.ts';
import {
  type Continued,
  initialWelcome,
  reduceWelcome,
  type WelcomeAction,
  type WelcomeSlice,
  type WelcomeState,
} from './state.ts';

export const welcomeStep: Step<'welcome', WelcomeState, WelcomeAction, WelcomeKnown> = {
  name: 'welcome',
  initial: () => initialWelcome,
  reduce: reduceWelcome,
  about: () => 'You can leave at any time. Nothing is written to either host before the last step.',
  title: () => 'migrator',
  body,
  keys: () => menuKeys,
  ask,
  start({ store, session, tasks }) {
    tasks.run(
      'unfinished',
      () => session.unfinished(),
      (task) => store.dispatch({ type: 'welcome', action: { type: 'unfinished', task } }),
    );
  },
};

type WelcomeKnown = WelcomeSlice & DoctorSlice & LicenseSlice;
type WelcomeContext = WizardContext<WelcomeKnown>;

async function ask(context: WelcomeContext, io: PromptIO): Promise<void> {
  const { welcome, isDemo } = await until(context.store, (state) =>
    hasEnded(state.welcome.unfinished),
  );
  const unfinished = resultOf(welcome.unfinished) ?? [];
  const items = welcomeItems(unfinished, { ...plainView, isDemo });
  const labels = items.map(({ label }) => label);
  const item = items[await io.choose('What do you want to do?', labels)];
  item?.run(context);
}

/** Pure. */
function body(
  { welcome: { unfinished }, isDemo }: StateOf<WelcomeSlice>,
  options: BodyOptions,
): Body<WelcomeKnown> {
  const { width, glyphs } = options;
  const intro = isDemo
    ? 'Both hosts run on this machine with a sample workspace; nothing leaves it.'
    : 'Moves the repositories of a Bitbucket workspace to GitHub. Nothing is written before the last step.';
  const lines: Line[] = [...wrap(intro, width).map((text) => line(text)), []];
  if (unfinished.status === 'failed')
    lines.push(...failureView(unfinished.failure, { width, glyphs }), []);
  if (!hasEnded(unfinished)) return { lines };
  return { lines, menu: welcomeItems(resultOf(unfinished) ?? [], { ...options, isDemo }) };
}

type WelcomeItem = NonNullable<Body<WelcomeKnown>['menu']>[number];

/** The entries of the menu, the newest migrations first. Pure. */
export function welcomeItems(
  unfinished: readonly UnfinishedMigration[],
  { width, glyphs, isDemo }: Pick<BodyOptions, 'width' | 'glyphs'> & { readonly isDemo: boolean },
): readonly WelcomeItem[] {
  const license: WelcomeItem = {
    label: 'License: show, register, activate',
    run: ({ enter }) => enter('license'),
  };
  const items: readonly WelcomeItem[] = [
    { label: 'New migration', run: (context) => begin(context, 'migration') },
    ...unfinished.map((one) => itemOf(one, glyphs)),
    {
      label: 'Secrets: names, manifest, placeholders, checklist, vault',
      run: (context) => begin(context, 'secrets'),
    },
    {
      label: 'Check this machine, the network and both hosts',
      run: ({ enter }) => enter('doctor'),
    },
    // The demo has a license, and its mail cannot be read while the wizard runs.
    ...(isDemo ? [] : [license]),
    { label: 'Leave', run: ({ end }) => end({ kind: 'left', saved: null }) },
  ];
  return items.map((item) => ({ ...item, label: cut(item.label, width - 2, glyphs.ellipsis) }));
}

function itemOf(
  { id, kind, workspace, organization, counts, hasSettings }: UnfinishedMigration,
  glyphs: Glyphs,
): WelcomeItem {
  const all = Object.values(counts).reduce((sum, many) => sum + many, 0);
  const done = counts.succeeded + counts.skipped;
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  const where = `${safe(workspace)} ${glyphs.arrow} ${safe(organization)}`;
  if (kind === 'following') {
    const label = `Sync ${where}, ${done} done (${id})`;
    return { label, run: (context) => resume(context, { kind: 'sync', id, hasSettings }) };
  }
  const what = `${where}, ${done} of ${all} done${failed} (${id})`;
  return kind === 'running'
    ? { label: `Watch ${what}`, run: ({ end }) => end({ kind: 'watch', id }) }
    : { label: `Resume ${what}`, run: (context) => resume(context, { kind: 'resume', id }) };
}

function begin(context: WelcomeContext, purpose: WelcomeState['purpose']): void {
  context.store.dispatch({ type: 'welcome', action: { type: 'purpose', purpose } });
  resume(context, null);
}

/** @param resuming `null`: a new migration */
function resume({ store, forward }: WelcomeContext, resuming: Continued | null): void {
  store.dispatch({ type: 'welcome', action: { type: 'resume', resuming } });
  forward('welcome');
}
