import { Box } from 'ink';
import type { ReactNode } from 'react';
import { assertNever } from '../../../../core/assert-never.ts';
import { Lines } from '../../../../ui/components/lines.tsx';
import { Menu } from '../../../../ui/components/menu.tsx';
import { type Line, line } from '../../../../ui/text/line.ts';
import { linesAbove } from '../../../../ui/text/view-window.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { useUi } from '../../../../ui/theme/ui-context.tsx';
import { isMeant } from '../../engine/keys.ts';
import { enter } from '../../engine/navigation.ts';
import type { WizardState } from '../../engine/state.ts';
import type { BodySize, Hands } from '../../engine/step.ts';
import { failureView } from '../../shared/failure-view.ts';
import { type WelcomeChoice, welcomeItems } from './items.ts';

/** What to do: something new, or something that goes on. */
export function Welcome(props: { hands: Hands; state: WizardState; size: BodySize }): ReactNode {
  const { hands, state, size } = props;
  const { glyphs } = useUi();
  const { ongoing, isDemo } = state;
  const intro = isDemo
    ? 'Both hosts run on this machine, with a sample workspace: nothing leaves it, and nothing is left behind.'
    : 'Moves the repositories of a Bitbucket workspace to GitHub. Each step says what it does; nothing is written there before the last one.';
  const lines: Line[] = [...wrap(intro, size.width).map((text) => line(text)), []];
  if (ongoing.status === 'failed') {
    lines.push(...failureView(ongoing.failure, { width: size.width, glyphs }), []);
  }
  if (ongoing.status === 'idle' || ongoing.status === 'running') return <Lines lines={lines} />;
  const known = ongoing.status === 'done' ? ongoing.value : [];
  const items = welcomeItems(known, { ...size, glyphs, isDemo });
  const room = { height: size.height, below: items.length, ellipsis: glyphs.ellipsis };
  return (
    <Box flexDirection="column">
      <Lines lines={linesAbove(lines, room)} />
      <Menu
        items={items}
        isMeant={() => isMeant(hands, 'welcome')}
        onSelect={(choice) => choose(hands, choice)}
      />
    </Box>
  );
}

function choose(hands: Hands, choice: WelcomeChoice): void {
  const { store, end } = hands;
  switch (choice.kind) {
    case 'new':
      store.dispatch({ type: 'resume', id: null });
      store.dispatch({ type: 'purpose', purpose: 'migration' });
      enter(hands, 'credentials');
      return;
    case 'resume':
      store.dispatch({ type: 'resume', id: choice.id });
      enter(hands, 'credentials');
      return;
    case 'secrets':
      store.dispatch({ type: 'resume', id: null });
      store.dispatch({ type: 'purpose', purpose: 'secrets' });
      enter(hands, 'credentials');
      return;
    case 'doctor':
      enter(hands, 'doctor');
      return;
    case 'license':
      end({ kind: 'license' });
      return;
    case 'watch':
      end({ kind: 'watch', id: choice.id });
      return;
    case 'leave':
      end({ kind: 'left', saved: null });
      return;
    default:
      assertNever(choice);
  }
}
