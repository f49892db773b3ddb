import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { line, lineWidth, plainText } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './lines.tsx';
import { TextInput } from './text-input.tsx';

/** Asks to type a word before something irreversible. */
export function ConfirmByTyping(props: {
  /** Safe for the terminal. */
  question: string;
  expected: string;
  width: number;
  /** Asked for each key. */
  isShown?: () => boolean;
  onConfirm: () => void;
  onCancel: () => void;
}): ReactNode {
  const { glyphs } = useUi();
  const [isWrong, setIsWrong] = useState(false);
  const { width, expected } = props;
  const asked = line(
    'Type ',
    ['key', expected],
    ' to confirm, or press ',
    ['key', 'Esc'],
    ' to cancel.',
  );
  const rows = [
    ...wrap(props.question, width).map((text) => line(['strong', text])),
    ...(lineWidth(asked) <= width
      ? [asked]
      : wrap(plainText(asked), width).map((text) => line(text))),
    ...(isWrong
      ? wrap(`${glyphs.warning} That is not ${expected}`, width).map((text) =>
          line(['warning', text]),
        )
      : []),
  ];
  return (
    <Box flexDirection="column">
      {rows.map((row) => (
        <StyledLine key={plainText(row)} line={row} />
      ))}
      <Box>
        <StyledLine line={line(['key', `${glyphs.pointer} `])} />
        <TextInput
          width={width - 2}
          {...(props.isShown && { isShown: props.isShown })}
          onChange={() => setIsWrong(false)}
          onSubmit={(text) => (text === expected ? props.onConfirm() : setIsWrong(true))}
          otherwise={(key) => {
            if (key === 'esc') props.onCancel();
          }}
        />
      </Box>
    </Box>
  );
}
