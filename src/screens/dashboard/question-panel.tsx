import { Box } from 'ink';
import type { ReactNode } from 'react';
import { Lines, StyledLine } from '../../ui/components/lines.tsx';
import { TextInput } from '../../ui/components/text-input.tsx';
import { cutLine, line } from '../../ui/text/line.ts';
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
    .map((text) => cutLine(line(text), width, glyphs.ellipsis));
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

/** By words; a word that is too long is cut later. */
function wrap(text: string, width: number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      rows[rows.length - 1] = `${last} ${word}`;
    } else rows.push(word);
  }
  return rows;
}
