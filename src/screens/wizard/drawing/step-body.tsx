import { Box } from 'ink';
import { type ReactNode, type RefObject, useRef } from 'react';
import { ConfirmByTyping } from '../../../ui/components/confirm-by-typing.tsx';
import { Lines } from '../../../ui/components/lines.tsx';
import { Menu } from '../../../ui/components/menu.tsx';
import { useUi } from '../../../ui/theme/ui-context.tsx';
import { bodyOf } from '../engine/body.ts';
import { isShown } from '../engine/keys.ts';
import type { StateOf } from '../engine/state.ts';
import { type Body, type BodySize, shownStep, type Wizard } from '../engine/step.ts';

interface Shown<Known> {
  readonly wizard: Wizard<Known>;
  readonly state: StateOf<Known>;
  readonly size: BodySize;
  /** True: keys answer what is on the terminal. */
  readonly isDrawn: () => boolean;
}

/** A step between title and footer. */
export function StepBody<Known>(props: Shown<Known>): ReactNode {
  const { glyphs } = useUi();
  const { wizard, state, size } = props;
  const firstCursor = useRef(0);
  const body = bodyOf(wizard.definition, state, { ...size, glyphs });
  const isCovered = state.hasHelp || state.palette !== null;
  // Under the help or the palette a menu keeps its place; a name that is being typed starts over.
  if (isCovered && body.menu === undefined) return null;
  const display = isCovered ? 'none' : 'flex';
  return (
    <Box flexDirection="column" display={display} maxHeight={size.height} overflow="hidden">
      <Box flexDirection="column">
        <Lines lines={body.lines} />
        {belowLines(body, { ...props, firstCursor })}
      </Box>
    </Box>
  );
}

function belowLines<Known>(
  { lines, menu, typing }: Body<Known>,
  {
    wizard,
    state,
    size,
    isDrawn,
    firstCursor,
  }: Shown<Known> & { readonly firstCursor: RefObject<number> },
): ReactNode {
  const { context, definition } = wizard;
  const { name } = shownStep(definition, state);
  if (typing !== undefined) {
    return (
      <ConfirmByTyping
        key={typing.id}
        question={typing.question}
        expected={typing.expected}
        width={size.width}
        isShown={isDrawn}
        onConfirm={() => typing.confirm(context)}
        onCancel={() => {}}
      />
    );
  }
  if (menu === undefined) return null;
  // The first screen keeps its place; every other menu starts at its first entry.
  const isFirst = name === definition.steps[0]?.name;
  const kept = {
    start: firstCursor.current,
    onMove: (index: number) => {
      firstCursor.current = index;
    },
  };
  return (
    <Menu
      {...(isFirst ? kept : {})}
      key={name}
      items={menu.map((entry) => ({
        ...{ value: entry, label: entry.label },
        isDisabled: entry.isDisabled === true,
      }))}
      height={Math.max(1, size.height - lines.length)}
      isShown={() => isShown(wizard, name) && isDrawn()}
      onSelect={({ run }) => run(context)}
    />
  );
}
