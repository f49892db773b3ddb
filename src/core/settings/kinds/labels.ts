import { count } from '../../kernel/format/format.ts';
import type { SettingItem } from '../mapping/item.ts';

/** GitHub's documentation: lower case, digits and hyphens, 50 characters; 20 topics. */
const isTopic = (label: string): boolean => /^[a-z0-9][a-z0-9-]{0,49}$/.test(label);
const mostTopics = 20;

/** Labels as topics; `null` where there are none. Pure. */
export function mapLabels(
  labels: readonly string[],
): { readonly item: SettingItem; readonly topics: readonly string[] } | null {
  if (labels.length === 0) return null;
  const topics = labels.slice(0, mostTopics);
  const isSame = labels.length === topics.length && labels.every(isTopic);
  return {
    item: {
      id: 'labels',
      kind: 'labels',
      source: `${count(labels.length, 'label')}: ${labels.join(', ')}`,
      target: `topics: ${topics.join(', ')}`,
      grade: isSame ? 'exact' : 'stricter',
      why: isSame
        ? 'The same words as topics.'
        : 'GitHub takes 20 topics, in lower case with hyphens.',
      looser: null,
    },
    topics,
  };
}
