import { type CheckName, doctorVerdict, type Finding } from '../../doctor/findings/finding.ts';
import { foldLines } from '../../kernel/fold-lines.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { mark, type Page, section } from '../../report/page.ts';

const groups = ['This machine', 'Network', 'Bitbucket', 'GitHub', 'License'] as const;

function groupOf(check: CheckName): (typeof groups)[number] {
  if (check.startsWith('source')) return 'Bitbucket';
  if (check.startsWith('target')) return 'GitHub';
  if (check === 'license') return 'License';
  const isNetwork = check === 'proxy' || check === 'certificates' || check === 'vault';
  return isNetwork ? 'Network' : 'This machine';
}

const verdicts = { pass: 'good', warn: 'warning', fail: 'bad' } as const;
const order = ['fail', 'warn', 'pass'];

/** Findings by what they are about, failures first among groups and in each; then the verdict. Pure. */
export function doctorLines(
  findings: readonly Finding[],
  page: Page,
  { listsScopes = false }: { readonly listsScopes?: boolean } = {},
): readonly string[] {
  const found = groups.map((name) => ({
    name,
    members: findings.filter(({ check }) => groupOf(check) === name).toSorted(byStatus),
  }));
  const hasFailed = (members: readonly Finding[]) => members[0]?.status === 'fail';
  const sorted = found.toSorted(
    (one, other) => Number(hasFailed(other.members)) - Number(hasFailed(one.members)),
  );
  const lines = sorted.flatMap(({ name, members }) =>
    section(
      page,
      name,
      members.flatMap((finding) => findingLines(finding, page, listsScopes)),
    ),
  );
  const worst = findings.toSorted(byStatus)[0]?.status ?? 'pass';
  const verdict = page.colors.strong(doctorVerdict(findings));
  const sign = page.isTerminal ? `${mark(page, verdicts[worst], worst)} ` : '';
  return [...lines.slice(1), '', `${sign}${verdict}`];
}

function byStatus(one: Finding, other: Finding): number {
  return order.indexOf(one.status) - order.indexOf(other.status);
}

/** `pass  git 2.50.1`, with the remedy below. */
function findingLines(
  { status, message, short, remedy }: Finding,
  page: Page,
  listsScopes: boolean,
): readonly string[] {
  const word = mark(page, verdicts[status], status);
  const indent = page.isTerminal ? '  ' : '      ';
  const text = listsScopes ? message : (short ?? message);
  const room = page.columns === null ? null : page.columns - indent.length;
  const [first = '', ...rest] = foldLines([safe(text)], room);
  const below = remedy === null ? [] : foldLines([safe(remedy)], room);
  const gap = page.isTerminal ? ' ' : '  ';
  return [
    `${word}${gap}${first}`,
    ...[...rest, ...below].map((one) => `${indent}${page.colors.quiet(one.trimStart())}`),
  ];
}
