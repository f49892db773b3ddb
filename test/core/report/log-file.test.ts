import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLogFile } from '../../../src/core/report/log-file.ts';
import { hostileNames } from '../../helpers/hostile/hostile-texts.ts';

it('openLogFile writes host texts as escapes where they act on a terminal or nobody sees them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'run.log');
  const log = openLogFile(path, null);
  const message = `${hostileNames.join('')}\u009b31m`;
  expect(log.write({ type: 'log', level: 'info', message, at: 0 })).toBe(null);
  log.close();
  const text = readFileSync(path, 'utf8').trimEnd();
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  expect(JSON.parse(text)).toMatchObject({ message });
});
