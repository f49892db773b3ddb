import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { OwnerChoice } from '../../../../core/ports/records/account.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import type { WizardContext } from '../../engine/step.ts';
import { choiceRows, failureView, type LineOptions, marked } from '../../engine/view.ts';
import type { OptionsSlice, OptionsState } from '../state/options.ts';
import { isKnownOwner, listedAt, ownerCheck } from '../state/owner.ts';

/**
 * Asks GitHub for an organization that is not listed, unless it is being asked.
 * @param then once it is known and still the selected one
 */
export function checkOwner(
  { store, session, tasks }: WizardContext<OptionsSlice>,
  then: () => void = () => {},
): void {
  const { options } = store.getState();
  const asked = options.organization.text.trim();
  if (asked === '' || isKnownOwner(options)) return;
  tasks.run(
    'owner',
    (signal) => session.findOwner({ name: asked, signal }),
    (task) => {
      store.dispatch({ type: 'options', action: { type: 'owner', asked, task } });
      if (task.status === 'done' && isKnownOwner(store.getState().options)) then();
    },
  );
}

/** Says what GitHub knows of an organization that is not listed. Pure. */
export function ownerLines(state: OptionsState, options: LineOptions): readonly Line[] {
  const { width, glyphs } = options;
  if (listedAt(state) !== -1) return [];
  const check = ownerCheck(state);
  const name = safe(state.ownerAsked);
  switch (check.status) {
    case 'idle':
      return [];
    case 'running':
      return marked(glyphs.waiting, 'active', `looking for ${name} on GitHub`, width);
    case 'done':
      return marked(glyphs.succeeded, 'good', `found on GitHub: ${safe(check.value.login)}`, width);
    case 'failed':
      return failureView(check.failure, options);
  }
}

/** More rows would push the next ones off a small screen. */
const mostRows = 6;

/** The listed owners, and another: on one row where they fit. Pure. */
export function ownerChoices(state: OptionsState, options: LineOptions): readonly Line[] {
  const { owners } = state;
  if (owners.length === 0) return [];
  const at = listedAt(state);
  const here = at === -1 ? owners.length : at;
  const all = [...owners.map(ownerText), 'another: type its name'].map((text, index) => ({
    text,
    isOn: index === here,
  }));
  const rows = choiceRows(all, options);
  if (rows.length <= mostRows) return rows;
  const top = Math.max(0, Math.min(rows.length - mostRows, here - mostRows + 2));
  return [...rows.slice(top, top + mostRows), line(['quiet', `  ${here + 1} of ${rows.length}`])];
}

function ownerText({ login, kind }: OwnerChoice): string {
  return kind === 'user' ? `${safe(login)} (your account)` : safe(login);
}
