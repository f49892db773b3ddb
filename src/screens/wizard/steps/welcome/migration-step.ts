import { count, formatDate } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { KnownMigration } from '../../../../core/replica/apply/guard/list-unfinished.ts';
import {
  onTargetText,
  type TargetsReached,
} from '../../../../core/verbs/cutover/targets-reached.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { cut } from '../../../../ui/text/text-width.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { menuKeys } from '../../engine/keys.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf, type Task } from '../../engine/tasks.ts';
import { failureView } from '../../engine/view.ts';
import { actionsOf } from './migration-actions.ts';
import { type Continued, outcomeOf, type WelcomeSlice } from './state.ts';

interface MigrationState {
  readonly chosen: KnownMigration | null;
  readonly targets: Task<TargetsReached>;
}

type MigrationAction =
  | { readonly type: 'choose'; readonly migration: KnownMigration }
  | { readonly type: 'targets'; readonly task: MigrationState['targets'] };

export type MigrationSlice = Slice<'migration', MigrationState, MigrationAction>;
/** The step after this one, by name: a chosen command needs the credentials first. */
type Known = WelcomeSlice & Slice<'credentials', unknown, never>;
type MigrationContext = WizardContext<MigrationSlice & Known>;

/** The menu of one migration: what can be done with it now. */
export const migrationStep: Step<'migration', MigrationState, MigrationAction, Known> = {
  name: 'migration',
  isAside: true,
  initial: () => ({ chosen: null, targets: idle }),
  reduce(state, action) {
    if (action.type === 'choose') return { chosen: action.migration, targets: idle };
    return { ...state, targets: action.task };
  },
  about: () => 'What can be done with this migration now. Commands that write ask before they do.',
  title: ({ migration: { chosen } }) => `Migration ${chosen?.id ?? ''}`,
  // Only the first screen leads to it: it chooses the migration.
  place: () => null,
  body,
  keys: () => menuKeys,
  busy: ({ migration: { targets } }) => (targets.status === 'running' ? 'Reading the state' : null),
  enter({ store, session, tasks }) {
    const id = store.getState().migration.chosen?.id ?? '';
    tasks.run(
      'targets',
      () => session.targetsOf(id),
      (task) => store.dispatch({ type: 'migration', action: { type: 'targets', task } }),
    );
  },
  leave: ({ tasks }) => tasks.stop('targets'),
  ask,
};

function body(
  { migration }: StateOf<MigrationSlice>,
  { width, glyphs }: BodyOptions,
): Body<MigrationSlice & Known> {
  const { chosen, targets } = migration;
  if (chosen === null) return { lines: [] };
  const lines = headLines(migration, { width, glyphs });
  if (targets.status === 'failed') {
    return { lines: [...lines, ...failureView(targets.failure, { width, glyphs }), []] };
  }
  return hasEnded(targets) ? { lines, menu: menuOf(migration, { width, glyphs }) } : { lines };
}

async function ask(context: MigrationContext, io: PromptIO): Promise<void> {
  const { migration } = await until(context.store, ({ migration: { targets } }) =>
    hasEnded(targets),
  );
  io.say(['', ...headLines(migration, plainView)]);
  const menu = menuOf(migration, plainView).filter(({ isDisabled = false }) => !isDisabled);
  const chosen = await io.choose(
    'What do you want to do?',
    menu.map(({ label }) => label),
  );
  menu[chosen]?.run(context);
}

/** Which migration it is, how far it is, and what cannot be done now. Pure. */
function headLines(
  { chosen, targets }: MigrationState,
  { width, glyphs }: Pick<BodyOptions, 'width' | 'glyphs'>,
): readonly Line[] {
  if (chosen === null) return [];
  const { workspace, organization, counts, updatedAt } = chosen;
  const all = Object.values(counts).reduce((sum, many) => sum + many, 0);
  const reached = resultOf(targets);
  const { locked = 0, opened = 0 } = reached ?? {};
  const onTarget = reached && onTargetText(reached);
  const facts = [
    onTarget ?? `${counts.succeeded + counts.skipped} of ${all} done`,
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(opened > 0 ? [`${opened} opened on GitHub by the cut-over`] : []),
    ...(locked > 0
      ? [count(locked, 'Bitbucket repository locked', 'Bitbucket repositories locked')]
      : []),
    `last change ${formatDate(updatedAt)}`,
  ];
  return [
    line(['strong', `${safe(workspace)} ${glyphs.arrow} ${safe(organization)}`]),
    ...wrap(facts.join(', '), width).map((one) => line(one)),
    [],
  ];
}

type Menu = NonNullable<Body<MigrationSlice & Known>['menu']>;

function menuOf(
  { chosen, targets }: MigrationState,
  { width, glyphs }: Pick<BodyOptions, 'width' | 'glyphs'>,
): Menu {
  const reached = resultOf(targets);
  const back: Menu[number] = { label: 'Back', run: (context) => context.back() };
  if (chosen === null || reached === null) return [back];
  return [
    ...actionsOf(chosen, reached).map(({ label, command, why }) => ({
      label: cut(
        why === null ? label : `${label.replace(/:.*/, '')}: ${why}`,
        width - 2,
        glyphs.ellipsis,
      ),
      isDisabled: why !== null,
      run: (context: MigrationContext) => begin(context, command),
    })),
    back,
  ];
}

/** Watching asks no host; everything else needs credentials. */
function begin({ store, enter, end }: MigrationContext, command: Continued): void {
  if (command.kind === 'watch') {
    end(outcomeOf(command));
    return;
  }
  store.dispatch({ type: 'welcome', action: { type: 'resume', resuming: command } });
  enter('credentials');
}
