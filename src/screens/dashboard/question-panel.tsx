import { Box } from 'ink';
import type { ReactNode } from 'react';
import { Lines, StyledLine } from '../../ui/components/lines.tsx';
import { TextInput } from '../../ui/components/text-input.tsx';
import { line } from '../../ui/text/line.ts';
import { wrap } from '../../ui/text/wrap.ts';
import { useUi } from '../../ui/theme/ui-context.tsx';

/** A question of the run, with a line for the answer. */
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
