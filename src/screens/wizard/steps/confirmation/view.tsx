import { Box } from 'ink';
import type { ReactNode } from 'react';
import { count } from '../../../../core/report/format.ts';
import { safe } from '../../../../core/report/terminal-text.ts';
import { ConfirmByTyping } from '../../../../ui/components/confirm-by-typing.tsx';
import { Lines } from '../../../../ui/components/lines.tsx';
import { Menu } from '../../../../ui/components/menu.tsx';
import { type Line, line } from '../../../../ui/text/line.ts';
import { linesAbove } from '../../../../ui/text/view-window.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { useUi } from '../../../../ui/theme/ui-context.tsx';
import { isMeant } from '../../engine/keys.ts';
import { back } from '../../engine/navigation.ts';
import type { WizardState } from '../../engine/state.ts';
import type { BodySize, Hands } from '../../engine/step.ts';
import { resultOf } from '../../engine/task.ts';
import { aheadOf, type Reviewed } from '../review/state.ts';

/** The last question: from here on there is writing. */
export function Confirmation(props: {
  hands: Hands;
  state: WizardState;
  size: BodySize;
}): ReactNode {
  const { hands, state, size } = props;
  const { width } = size;
  const { glyphs } = useUi();
  const reviewed = resultOf(state.review.task);
  if (reviewed === null) return null;
  const { choices, plan, rehearsal } = reviewed;
  const { replaced } = rehearsal;
  const next = replaced[state.confirmed];
  const lines: Line[] = wrap(sentence(reviewed), width).map((text) => line(text));
  const above = (all: readonly Line[], below: number) =>
    linesAbove(all, { height: size.height, below, ellipsis: glyphs.ellipsis });
  if (next !== undefined) {
    const name = safe(next.name);
    const place = replaced.length > 1 ? ` (${state.confirmed + 1} of ${replaced.length})` : '';
    const question = `Replace ${safe(next.owner)}/${name}?${place}`;
    const what = `${safe(next.owner)}/${name} makes room: it is renamed and kept, and a new one takes its place.`;
    const all = [...lines, ...wrap(what, width).map((text) => line(['warning', text])), []];
    return (
      <Box flexDirection="column">
        <Lines lines={above(all, 4)} />
        <ConfirmByTyping
          key={state.confirmed}
          question={question}
          expected={name}
          width={width}
          onConfirm={() => hands.store.dispatch({ type: 'confirmed', count: state.confirmed + 1 })}
          onCancel={() => {}}
        />
      </Box>
    );
  }
  const typed =
    replaced.length === 0 ? [] : [line(['good', `${glyphs.succeeded} all names were typed`])];
  const confirmed = new Set(replaced.map(({ owner, name }) => `${owner}/${name}`));
  return (
    <Box flexDirection="column">
      <Lines lines={above([...lines, ...typed, []], 2)} />
      <Menu
        items={[
          // Whoever presses Enter once too often begins nothing.
          { value: 'back', label: 'Back to the review' },
          { value: 'start', label: 'Start the migration' },
        ]}
        isMeant={() => isMeant(hands, 'confirmation')}
        onSelect={(choice) =>
          choice === 'start'
            ? hands.end({ kind: 'migrate', choices, plan, confirmed })
            : back(hands)
        }
      />
    </Box>
  );
}

function sentence({ rehearsal, plan }: Reviewed): string {
  const many = count(aheadOf(rehearsal), 'repository', 'repositories');
  const { organization } = plan.target;
  return `From here on ${safe(organization)} on GitHub is written to: ${many}. Nothing has been written so far. It can be interrupted at any time and goes on where it was; Bitbucket is only ever read.`;
}
