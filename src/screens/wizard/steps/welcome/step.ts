import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { KnownMigration } from '../../../../core/replica/apply/guard/list-unfinished.ts';
import { waitsForCutover } from '../../../../core/report/status-words.ts';
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
import type { MigrationSlice } from './migration-step.ts';
import {
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
      'migrations',
      () => session.migrations(),
      (task) => store.dispatch({ type: 'welcome', action: { type: 'migrations', task } }),
    );
  },
};

type WelcomeKnown = WelcomeSlice & MigrationSlice & DoctorSlice & LicenseSlice;
type WelcomeContext = WizardContext<WelcomeKnown>;

async function ask(context: WelcomeContext, io: PromptIO): Promise<void> {
  const { welcome, isDemo } = await until(context.store, (state) =>
    hasEnded(state.welcome.migrations),
  );
  const items = welcomeItems(resultOf(welcome.migrations) ?? [], { ...plainView, isDemo });
  const labels = items.map(({ label }) => label);
  const item = items[await io.choose('What do you want to do?', labels)];
  item?.run(context);
}

/** Pure. */
function body(
  { welcome: { migrations }, isDemo }: StateOf<WelcomeSlice>,
  options: BodyOptions,
): Body<WelcomeKnown> {
  const { width, glyphs } = options;
  const intro = isDemo
    ? 'Both hosts run on this machine with a sample workspace; nothing leaves it.'
    : 'Migrates the repositories in a Bitbucket workspace to GitHub. Nothing is written before the last step.';
  const lines: Line[] = [...wrap(intro, width).map((text) => line(text)), []];
  if (migrations.status === 'failed')
    lines.push(...failureView(migrations.failure, { width, glyphs }), []);
  if (!hasEnded(migrations)) return { lines };
  return { lines, menu: welcomeItems(resultOf(migrations) ?? [], { ...options, isDemo }) };
}

type WelcomeItem = NonNullable<Body<WelcomeKnown>['menu']>[number];

/** The entries of the menu, the newest migrations first. Pure. */
export function welcomeItems(
  migrations: readonly KnownMigration[],
  { width, glyphs, isDemo }: Pick<BodyOptions, 'width' | 'glyphs'> & { readonly isDemo: boolean },
): readonly WelcomeItem[] {
  const license: WelcomeItem = {
    label: 'License: show, register, activate',
    run: ({ enter }) => enter('license'),
  };
  const demo: WelcomeItem = {
    label: 'Demo: migrate a sample workspace on this machine, no account needed',
    run: ({ end }) => end({ kind: 'demo' }),
  };
  const items: readonly WelcomeItem[] = [
    { label: 'New migration', run: (context) => begin(context, 'migration') },
    ...migrations.map((one) => itemOf(one, glyphs)),
    ...(isDemo ? [] : [demo]),
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

const kindWords: Readonly<Record<KnownMigration['kind'], string>> = {
  running: 'running',
  interrupted: 'stopped',
  failed: 'failed',
  following: 'following',
  done: 'done',
};

/** Opens the migration's own menu. */
function itemOf(migration: KnownMigration, glyphs: Glyphs): WelcomeItem {
  const { id, kind, workspace, organization, counts, onTarget = null } = migration;
  const { reached = null, halfway = null } = migration;
  const all = Object.values(counts).reduce((sum, many) => sum + many, 0);
  const done = counts.succeeded + counts.skipped;
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  const end = kind === 'running' ? null : reached;
  // The figures have said these.
  const isSaid =
    end === null ? kind === 'done' || (kind === 'failed' && counts.failed > 0) : onTarget !== null;
  const word = isSaid ? null : (end ?? kindWords[kind]);
  const waits = kind === 'following' && end === null;
  const waitsText = halfway === null ? waitsForCutover : `, ${halfway}`;
  const last = waits ? waitsText : word === null ? '' : `, ${word}`;
  const state = `${onTarget ?? `${done} of ${all} done`}${failed}${last}`;
  return {
    label: `${safe(workspace)} ${glyphs.arrow} ${safe(organization)}: ${state} (${id})`,
    run({ store, enter }) {
      store.dispatch({ type: 'migration', action: { type: 'choose', migration } });
      enter('migration');
    },
  };
}

/** A new migration, or secrets. */
function begin({ store, forward }: WelcomeContext, purpose: WelcomeState['purpose']): void {
  store.dispatch({ type: 'welcome', action: { type: 'purpose', purpose } });
  store.dispatch({ type: 'welcome', action: { type: 'resume', resuming: null } });
  forward('welcome');
}
