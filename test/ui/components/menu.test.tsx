import { expect, it } from 'vitest';
import { Menu } from '../../../src/ui/components/menu.tsx';
import { openScreen } from '../../helpers/drawing/open-screen.tsx';
import { keys, renderScreen } from '../../helpers/drawing/render.tsx';

const items = ['back', 'start', 'leave'].map((value) => ({ value, label: value }));
const show = () => renderScreen<string>({ screen: (end) => <Menu items={items} onSelect={end} /> });

it.each([
  [`${keys.down}${keys.enter}`, 'start'],
  [`${keys.down}${keys.down}${keys.enter}`, 'leave'],
  [`${keys.up}${keys.enter}`, 'leave'],
  [`${keys.down}${keys.up}${keys.enter}`, 'back'],
  ['jj\r', 'leave'],
  ['3', 'leave'],
  ['\u001b[F\r', 'leave'],
  ['\u001b[F\u001b[H\r', 'back'],
])('a menu takes keys that arrive together in their order: %j', async (burst, expected) => {
  const shown = show();
  await shown.until('back');
  shown.press(burst);
  expect(await shown.ended).toBe(expected);
});

it('a menu selects by arrows and Enter', async () => {
  const shown = openScreen((end) => (
    <Menu
      items={[
        { value: 'new', label: 'A new migration' },
        { value: 'resume', label: 'Go on with one' },
      ]}
      onSelect={end}
    />
  ));
  await shown.until('❯ A new migration');
  shown.press(keys.down);
  await shown.until('❯ Go on with one');
  shown.press(keys.enter);
  expect(await shown.ended).toBe('resume');
});

it('a menu passes over entries that cannot be chosen, and shows them', async () => {
  const entries = [
    { value: 'sync', label: 'Sync', isDisabled: true },
    { value: 'verify', label: 'Verify' },
    { value: 'cutover', label: 'Cut over', isDisabled: true },
    { value: 'back', label: 'Back' },
  ];
  const shown = openScreen((end) => <Menu items={entries} onSelect={end} />);
  await shown.until('❯ Verify');
  expect(shown.rows()).toEqual(['  Sync', '❯ Verify', '  Cut over', '  Back']);
  shown.press('1');
  shown.press(keys.down);
  await shown.until('❯ Back');
  shown.press(keys.up);
  await shown.until('❯ Verify');
  shown.press(`${keys.down}${keys.enter}`);
  expect(await shown.ended).toBe('back');
});
