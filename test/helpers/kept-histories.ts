import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { HistoryStore } from '../../sandbox/sample/history/history-store.ts';
import { nameTemplate } from './templates.ts';

/** Each history of the sample workspace is made once a run of tests: most take several processes, and megabytes. */
export const keptHistories: HistoryStore = async ({ name, directory, fill }) => {
  // `npm run faults` is no run of Vitest.
  if (process.env.VITEST === undefined) return fill();
  const template = join(inject('templates'), `history-${name}`);
  if (existsSync(template)) {
    cpSync(join(template, 'content'), directory, { recursive: true });
    return new Map(JSON.parse(readFileSync(join(template, 'labels.json'), 'utf8')));
  }
  const labels = await fill();
  const draft = mkdtempSync(`${template}-draft-`);
  cpSync(directory, join(draft, 'content'), { recursive: true });
  writeFileSync(join(draft, 'labels.json'), JSON.stringify([...labels]));
  nameTemplate(draft, template);
  return labels;
};
