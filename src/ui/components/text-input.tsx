import type { ReactNode } from 'react';
import { useKeystrokes } from '../hooks/use-keys.ts';
import { useText } from '../hooks/use-text.ts';
import { textLine } from '../input/text-line.ts';
import { cutLine, line } from '../text/line.ts';
import { useUi } from '../theme/ui-context.tsx';
import { StyledLine } from './styled-line.tsx';

/**
 * A line to be typed or pasted into.
 * @param props.initial what stands there at first; later it belongs to the person
 * @param props.isMasked for credentials: nothing of it is shown, and what was broken over lines is joined
 * @param props.otherwise gets the keys that mean nothing to a line: `up`, `esc`, `ctrl+c`
 */
export function TextInput(props: {
  width: number;
  initial?: string;
  placeholder?: string;
  isMasked?: boolean;
  isActive?: boolean;
  onChange?: (text: string) => void;
  onSubmit: (text: string) => void;
  otherwise?: (key: string) => void;
}): ReactNode {
  const { glyphs } = useUi();
  const { initial = '', isMasked = false, isActive = true, placeholder = '' } = props;
  const joint = isMasked ? '' : ' ';
  const text = useText({ initial, joint, isActive, onChange: props.onChange });
  useKeystrokes(
    (stroke) => {
      if (stroke.key === 'enter') props.onSubmit(text.current());
      else if (stroke.text !== '' || editing.has(stroke.key)) text.type(stroke);
      else props.otherwise?.(stroke.key);
    },
    { isActive },
  );
  if (text.state.text === '' && placeholder !== '') {
    const hint = line(isActive ? ['cursor', ' '] : '', ['quiet', placeholder]);
    return <StyledLine line={cutLine(hint, props.width, glyphs.ellipsis)} />;
  }
  const options = { width: props.width, glyphs, isMasked, hasCursor: isActive };
  return <StyledLine line={textLine(text.state, options)} />;
}

const editing: ReadonlySet<string> = new Set([
  ...['backspace', 'delete', 'left', 'right', 'home', 'end'],
  ...['ctrl+a', 'ctrl+e', 'ctrl+u', 'ctrl+k', 'ctrl+w'],
]);
