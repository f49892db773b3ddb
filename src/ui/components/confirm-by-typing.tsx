import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { cutLine, line } from '../text/line.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './styled-line.tsx';
import { TextInput } from './text-input.tsx';

/** Asks for a word to be typed, letter by letter, before something that cannot be taken back; Esc says no. */
export function ConfirmByTyping(props: {
  /** What happens, as a sentence, made safe for the terminal. */
  question: string;
  /** What has to be typed. */
  expected: string;
  width: number;
  onConfirm: () => void;
  onCancel: () => void;
}): ReactNode {
  const { glyphs } = useUi();
  const [isWrong, setIsWrong] = useState(false);
  const { width, expected } = props;
  const rows = [
    line(['strong', props.question]),
    line('Type ', ['key', expected], ' to confirm; Esc leaves it as it is.'),
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
