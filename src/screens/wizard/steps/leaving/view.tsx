import { Box } from 'ink';
import type { ReactNode } from 'react';
import { safe } from '../../../../core/report/terminal-text.ts';
import { Lines } from '../../../../ui/components/lines.tsx';
import { Menu } from '../../../../ui/components/menu.tsx';
import { type Line, line } from '../../../../ui/text/line.ts';
import { linesAbove } from '../../../../ui/text/view-window.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { useUi } from '../../../../ui/theme/ui-context.tsx';
import { isMeant } from '../../engine/keys.ts';
import type { WizardState } from '../../engine/state.ts';
import type { BodySize, Hands } from '../../engine/step.ts';
import { failureView } from '../../shared/failure-view.ts';
import { optionsOf } from '../options/state.ts';
import { savePlan } from '../review/save-plan.ts';

type Choice = 'stay' | 'save' | 'leave';

/** Asks before anything that was chosen is lost. */
export function Leaving(props: { hands: Hands; state: WizardState; size: BodySize }): ReactNode {
  const { hands, state, size } = props;
  const { glyphs } = useUi();
  const { saving } = state;
  const lines: Line[] = [
    ...wrap('Leave? Nothing was written on either host.', size.width).map((text) => line(text)),
    ...(saving.status === 'failed'
      ? failureView(saving.failure, { width: size.width, glyphs })
      : []),
    [],
  ];
  const items: { value: Choice; label: string }[] = [
    { value: 'stay', label: 'Stay' },
    ...(canSave(state) ? [{ value: 'save' as const, label: 'Save the plan, and leave' }] : []),
    { value: 'leave', label: leaveText(state) },
  ];
  const room = { height: size.height, below: items.length, ellipsis: glyphs.ellipsis };
  return (
    <Box flexDirection="column">
      <Lines lines={linesAbove(lines, room)} />
      <Menu
        items={items}
        isMeant={() => isMeant(hands, 'leaving')}
        onSelect={(choice) => choose(hands, choice)}
      />
    </Box>
  );
}

/** Where a plan was saved, leaving does not take it away. */
function leaveText(state: WizardState): string {
  const { saved } = state.review;
  if (saved !== null) return `Leave; ${safe(saved.choices.files.plan)} stays as it was saved`;
  return canSave(state) ? 'Leave without saving' : 'Leave';
}

/** As soon as it is known what goes where. */
function canSave({ selection, options }: WizardState): boolean {
  return selection.chosen.size > 0 && optionsOf(options).organization !== '';
}

function choose(hands: Hands, choice: Choice): void {
  const { store, tasks, end } = hands;
  if (choice === 'stay') store.dispatch({ type: 'leaving', on: false });
  else if (choice === 'leave') end({ kind: 'left', saved: null });
  else {
    tasks.run(
      'save',
      async () => (await savePlan(hands)).choices,
      (task) => {
        store.dispatch({ type: 'saving', task });
        if (task.status === 'done') end({ kind: 'left', saved: task.value });
      },
    );
  }
}
