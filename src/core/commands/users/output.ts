import { count, firstOf } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { MannequinRow } from '../../users/mannequin-map.ts';
import { mannequinColumns, writeCell } from '../../users/user-row.ts';
import type { ClaimOutcome } from '../../verbs/users/claim.ts';
import type { ClaimStatus, PersonStatus } from '../../verbs/users/claim-status.ts';

/** One line for each person, and how many there are of each kind. Pure. */
export function statusLines(people: readonly PersonStatus[]): readonly string[] {
  if (people.length === 0) return ['No pull requests were imported yet.'];
  const rows = people.map((one) => [safe(one.name), String(one.written), statusText(one)]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const digits = Math.max(...rows.map(([, many = '']) => many.length));
  return [
    ...rows.map(([name = '', many = '', text]) => {
      return `${name.padEnd(width)}  ${many.padStart(digits)}  ${text}`;
    }),
    '',
    countsText(people),
  ];
}

function statusText({ status, target }: PersonStatus): string {
  switch (status.kind) {
    case 'claimed':
      return `claimed by ${safe(status.by)}`;
    case 'invited':
      return `invited: ${safe(target ?? '')}`;
    case 'unclaimed':
      return `unclaimed: ${safe(target ?? '')}`;
    case 'unmapped':
      return 'not in the user map';
    case 'no-account':
      return 'no placeholder account, or several matches';
  }
}

const words: Readonly<Record<ClaimStatus['kind'], string>> = {
  claimed: 'claimed',
  invited: 'invited',
  unclaimed: 'unclaimed',
  unmapped: 'not in the user map',
  'no-account': 'without a placeholder account',
};

function countsText(people: readonly PersonStatus[]): string {
  const kinds = Object.keys(words) as ClaimStatus['kind'][];
  const parts = kinds.flatMap((kind) => {
    const many = people.filter(({ status }) => status.kind === kind).length;
    return many === 0 ? [] : [`${many} ${words[kind]}`];
  });
  return `${count(people.length, 'person', 'people')}: ${parts.join(', ')}`;
}

/** Keys as they stand in the JSON output. Pure. */
export function statusRow({ login, name, target, written, status, ...one }: PersonStatus) {
  const claimant = status.kind === 'claimed' ? status.by : null;
  const mannequin = one.mannequin && { id: one.mannequin.id, login: one.mannequin.login };
  return { login, name, items: written, state: status.kind, mannequin, target, claimant };
}

/** GitHub's own file, which `gh gei reclaim-mannequin --csv` reads. Pure. */
export function mannequinFile(people: readonly PersonStatus[]): string {
  const rows = people.flatMap(({ mannequin, target, status }) => {
    if (mannequin === null || status.kind === 'claimed') return [];
    return [[mannequin.login, mannequin.id, target ?? '']];
  });
  return [mannequinColumns, ...rows, []].map((cells) => cells.map(writeCell).join(',')).join('\n');
}

/** Pure. */
export function outcomeLine({ person, failure }: ClaimOutcome, isImmediate: boolean): string {
  const { name, target } = person;
  const who = `${safe(name)}: ${safe(target ?? '')}`;
  if (failure === null) return `${who} ${isImmediate ? 'has it now' : 'was invited'}`;
  return `${who} failed: ${safe(failure.message)}. ${safe(failure.hint ?? '')}`.trimEnd();
}

/** Names rows of GitHub's own file that are skipped. */
export function sayStrangers(
  app: { readonly say: (line: string) => void },
  rows: readonly MannequinRow[],
): void {
  if (rows.length === 0) return;
  const lines = firstOf(
    rows.map(({ line }) => String(line)),
    20,
  );
  const many = count(rows.length, 'row is for a mannequin', 'rows are for mannequins');
  app.say(
    `${many} from other imports, skipped: ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`,
  );
}
