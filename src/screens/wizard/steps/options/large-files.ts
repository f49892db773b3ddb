import { count, namesText } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { rewriteFacts } from '../../../../core/replica/apply/rewrite/rewrite-text.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import type { Line } from '../../../../ui/text/line.ts';
import type { StateOf } from '../../engine/state.ts';
import type { WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import { failureView, type LineOptions, marked } from '../../engine/view.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { SelectionSlice, SelectionState } from '../selection/model.ts';
import type { OptionsSlice, OptionsState } from '../state/options.ts';

type Known = CredentialsSlice & DiscoverySlice & OptionsSlice & SelectionSlice;

/** GitHub's limit of a file; smaller repositories hardly hold one that does not compress. */
const largeBytes = 100 * 1024 * 1024;

/** The selected repositories that may hold files over GitHub's limit, by their size. Pure. */
function largeSelected({
  selected,
  items,
}: Pick<SelectionState, 'selected' | 'items'>): readonly string[] {
  const isLarge = (size: number | null) => size !== null && size > largeBytes;
  return items
    .filter(({ slug, size }) => selected.has(slug) && isLarge(size))
    .map(({ slug }) => slug);
}

/** The same; none where a server sets its own limit. Pure. */
export function largeOf({ credentials, selection }: StateOf<Known>): readonly string[] {
  return resultOf(credentials.target)?.isLimited === false ? [] : largeSelected(selection);
}

/** Fetches repositories that may hold large files, and counts what a rewrite changes. */
export function findKey(context: WizardContext<Known>): Binding {
  const state = context.store.getState();
  const isRunning = state.options.largeFiles.status === 'running';
  return {
    keys: ['ctrl+f'],
    label: 'find files',
    help: 'Fetch these repositories, and show what a rewrite changes',
    disabled:
      largeOf(state).length === 0 ? 'no repository is over 100 MiB' : isRunning ? 'running' : null,
    run: () => find(context),
  };
}

export function find({ store, session, tasks }: WizardContext<Known>): void {
  const state = store.getState();
  const found = resultOf(state.discovery.task);
  if (found === null) return;
  const { workspace } = found.inventory.source;
  const large = new Set(largeOf(state));
  const repositories = found.repositories.filter(({ slug }) => large.has(slug));
  tasks.run(
    'large-files',
    (signal) => session.findLargeFiles({ workspace, repositories, signal }),
    (task) => store.dispatch({ type: 'options', action: { type: 'large-files', task } }),
  );
}

/** Says which repositories may hold such files, or what was found in them. Pure. */
export function largeLines(
  { largeFiles }: Pick<OptionsState, 'largeFiles'>,
  { large, glyphs, width }: LineOptions & { readonly large: readonly string[] },
): readonly Line[] {
  if (large.length === 0) return [];
  if (largeFiles.status === 'failed') return failureView(largeFiles.failure, { glyphs, width });
  const facts = resultOf(largeFiles)?.facts ?? new Map();
  const warned = (text: string) => marked(glyphs.warning, 'warning', text, width);
  const open = large.filter((slug) => !facts.has(slug));
  const many = count(open.length, 'repository is', 'repositories are');
  return [
    ...large.flatMap((slug) => {
      const figures = facts.get(slug)?.large_files;
      if (figures === undefined) return [];
      if (figures.commits === 0)
        return marked(glyphs.succeeded, 'good', `${safe(slug)} has no such files`, width);
      return warned(safe(`${slug}: ${rewriteFacts(figures).join('; ')}`));
    }),
    ...(resultOf(largeFiles)?.failed ?? []).flatMap(({ slug, error }) =>
      warned(safe(`${slug}: ${error.message}`)),
    ),
    ...(open.length === 0
      ? []
      : warned(
          `${many} over 100 MiB and may hold such files: ${namesText(open.map(safe))}. Press Ctrl+F to fetch and count them; otherwise the run lists them before it creates anything.`,
        )),
  ];
}
