import * as z from 'zod';
import { count } from '../../kernel/format/format.ts';
import type { KindSetting, SettingKind } from './kind.ts';
import { listPart, text } from './schemas.ts';

interface Sets {
  /** Besides those that the repository has on the source. */
  readonly topics: readonly string[];
}

/** Labels as topics, which are written with the repository's other data. */
export const labels: SettingKind<Sets> = {
  parts: { labels: { title: 'labels', schema: z.array(text).default([]) } },
  planned: ['labels'],
  map: ({ settings }) => mapLabels(settings.labels),
  sets: { topics: listPart(text, (all) => [...new Set(all)]) },
  costs: ({ topics }) => ({ reads: 0, writes: topics.length === 0 ? 0 : 1, creating: 0 }),
};

/** GitHub's documentation: lower case, digits and hyphens, 50 characters; 20 topics. */
const isTopic = (label: string): boolean => /^[a-z0-9][a-z0-9-]{0,49}$/.test(label);
const mostTopics = 20;

/** All labels together. Pure. */
function mapLabels(all: readonly string[]): readonly KindSetting<Sets>[] {
  if (all.length === 0) return [];
  const topics = all.slice(0, mostTopics);
  const isSame = all.length === topics.length && all.every(isTopic);
  return [
    {
      item: {
        id: 'labels',
        kind: 'labels',
        source: `${count(all.length, 'label')}: ${all.join(', ')}`,
        target: `topics: ${topics.join(', ')}`,
        grade: isSame ? 'exact' : 'stricter',
        why: isSame
          ? 'The same words, as topics.'
          : 'GitHub allows 20 topics, in lowercase with hyphens.',
        looser: null,
      },
      set: { topics },
    },
  ];
}
