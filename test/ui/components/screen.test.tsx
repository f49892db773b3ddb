import { Text } from 'ink';
import { describe, expect, it } from 'vitest';
import { Screen } from '../../../src/ui/components/screen.tsx';
import { openScreen } from '../../helpers/drawing/open-screen.tsx';

const room = () => <Screen>{({ width, height }) => <Text>{`${width} x ${height}`}</Text>}</Screen>;

describe('Screen', () => {
  it('leaves the terminal a column and two rows', async () => {
    await openScreen(room, { columns: 80, rows: 24 }).until('79 x 22');
  });

  it('cuts what is higher than its room', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `row ${index}`);
    const shown = openScreen(
      () => <Screen>{() => rows.map((row) => <Text key={row}>{row}</Text>)}</Screen>,
      {
        columns: 60,
        rows: 10,
      },
    );
    await shown.until('row 7');
    expect(shown.rows().join('\n')).not.toContain('row 8');
  });

  it('says that the terminal is too small, until it is large enough', async () => {
    const shown = openScreen(room, { columns: 30, rows: 10 });
    await shown.until('Terminal too small:');
    await shown.until('needs 40 x 8.');
    shown.resize(60, 12);
    await shown.until('59 x 10');
    expect(shown.rows().join('\n')).not.toContain('too small');
  });
});
