import { describe, expect, it } from 'vitest';
import { Footer, HelpOverlay } from '../../../src/ui/components/key-help.tsx';
import { drawn } from '../../helpers/drawn.tsx';

const bindings = [
  { keys: ['p'], label: 'pause', help: 'Pauses the run', run() {} },
  { keys: ['?'], label: 'help', help: 'Shows this', run() {} },
];

describe('Footer', () => {
  it('names the keys of a screen', () => {
    expect(drawn(<Footer bindings={bindings} width={40} />)).toBe('p pause  ? help');
  });
});

describe('HelpOverlay', () => {
  it('shows the help within its height', () => {
    const help = (height: number) => <HelpOverlay bindings={bindings} width={40} height={height} />;
    expect(drawn(help(9))).toBe('Keys\n\np  Pauses the run\n?  Shows this');
    expect(drawn(help(3))).toBe('Keys\np  Pauses the run\n?  Shows this');
  });
  it('shows the help with an ellipsis for more keys', () => {
    const many = [...bindings, ...bindings];
    const help = <HelpOverlay bindings={many} width={40} height={4} />;
    expect(drawn(help)).toBe('Keys\np  Pauses the run\n?  Shows this\n…');
  });
});
