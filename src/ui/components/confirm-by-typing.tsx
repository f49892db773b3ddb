import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { cutLine, line } from '../text/line.ts';
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
  const rows = [
    line(['strong', props.question]),
    line('Type ', ['key', expected], ' to confirm; Esc cancels.'),
    ...(isWrong ? [line(['warning', `${glyphs.warning} That is not ${expected}`])] : []),
  ];
  return (
    <Box flexDirection="column">
      {rows.map((row) => (
        <StyledLine key={row[0]?.text ?? ''} line={cutLine(row, width, glyphs.ellipsis)} />
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
