import { Box } from 'ink';
import type { ReactNode } from 'react';
import { line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { useUi } from '../theme/ui-context.tsx';
import { Lines, StyledLine } from './lines.tsx';
import { TextInput } from './text-input.tsx';

/** A question of a command, with a line for the answer. */
export function QuestionPanel(props: {
  /** Safe for the terminal; it may have several lines. */
  question: string;
  width: number;
  /** Asked for each key. */
  isShown: () => boolean;
  onAnswer: (answer: string) => void;
  onInterrupt: () => void;
}): ReactNode {
  const { glyphs } = useUi();
  const { width } = props;
  const lines = props.question
    .trimEnd()
    .split('\n')
    .flatMap((text) => wrap(text, width))
    .map((text) => line(text));
  return (
    <Box flexDirection="column">
      <Lines lines={lines} />
      <Box>
        <StyledLine line={line(['key', `${glyphs.pointer} `])} />
        <TextInput
          width={width - 2}
          isShown={props.isShown}
          onSubmit={props.onAnswer}
          otherwise={(key) => {
            if (key === 'ctrl+c') props.onInterrupt();
            // No answer is no consent.
            if (key === 'esc') props.onAnswer('');
          }}
        />
      </Box>
    </Box>
  );
}
