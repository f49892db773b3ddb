import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Grade } from '../mapping/item.ts';
import type { PlannedSetting } from './planned-settings.ts';

const order: readonly Grade[] = ['looser', 'none', 'stricter', 'exact'];

/** How many of a repository's settings have which grade, and each that is not exact with its reason. Pure. */
export function settingsTable(repository: string, planned: readonly PlannedSetting[]): string[] {
  const graded = planned.map((one) => ({ ...one, grade: gradeOf(one) }));
  const counts = order
    .map((grade) => ({ grade, many: graded.filter((one) => one.grade === grade).length }))
    .filter(({ many }) => many > 0)
    .map(({ grade, many }) => `${many} ${grade}`);
  const rows = order
    .filter((grade) => grade !== 'exact')
    .flatMap((grade) => graded.filter((one) => one.grade === grade));
  const width = Math.max(0, ...rows.map(({ source }) => safe(source).length));
  return [
    `${safe(repository)}: ${count(planned.length, 'setting')}${counts.length === 0 ? '' : ` (${counts.join(', ')})`}`,
    ...rows.map(({ grade, source, why, looser, accept }) => {
      const offer =
        looser !== null && accept === undefined ? ` Or accept: looser (${safe(looser.why)})` : '';
      return `  ${grade.padEnd(8)}  ${safe(source).padEnd(width)}  ${safe(why)}${offer}`;
    }),
  ];
}

function gradeOf({ grade, looser, accept }: PlannedSetting): Grade {
  return accept === 'looser' && looser !== null ? 'looser' : grade;
}
