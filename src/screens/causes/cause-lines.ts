import type { Failure } from '../../core/kernel/errors.ts';
import { count } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import { failureText, groupFailures } from '../../core/report/failure-lines.ts';
import { namedRepositories, type ProblemGroup } from '../../core/report/group-problems.ts';
import type { RunState } from '../../core/report/run/run-state.ts';
import { cutLine, type Line, line } from '../../ui/text/line.ts';
import { wrap } from '../../ui/text/wrap.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';

interface Space {
  readonly width: number;
  readonly glyphs: Glyphs;
}

/** Causes of failures, each with its repositories, its fix and what `r` does, in as many lines as it takes. Pure. */
export function failureBlocks(
  run: Pick<RunState, 'repositories'>,
  { width, glyphs }: Space,
): readonly (readonly Line[])[] {
  return groupFailures(failedOf(run)).map(({ cause, members }) => {
    const [first] = members;
    const names = members.map(({ source }) => source);
    const who = names.length === 1 ? safe(first?.source ?? '') : namedRepositories(names);
    const head = `${glyphs.failed} ${who}`;
    return block({ role: 'bad', head, width }, `${failureText(cause)}.${fixText(cause)}`);
  });
}

/** The fix, and the key that retries the selected repository on both screens with failures. */
function fixText({ hint, retry }: Failure): string {
  const fix = hint === null ? '' : ` ${safe(hint)}`;
  if (retry === 'fatal') return fix;
  if (retry === 'yes') return `${fix} Press r to retry.`;
  const [text = '', ...resumes] = fix.split(/,? (?:then|and) resume\.$/);
  return resumes.length > 0 ? `${text}, then press r to retry.` : `${fix} Then press r to retry.`;
}

/** The same of problems that are grouped already; one of a single repository names it itself. Pure. */
export function problemBlocks(
  groups: readonly ProblemGroup[],
  { width, glyphs }: Space,
): readonly (readonly Line[])[] {
  return groups.map(({ cause, repositories: { length } }) => {
    const fix = cause.hint === null ? '' : ` ${safe(cause.hint)}`;
    const head = length > 1 ? `${glyphs.failed} ${repositories(length)}` : glyphs.failed;
    return block({ role: 'bad', head, width }, `${failureText(cause)}.${fix}`);
  });
}

/** The blocks that fit whole, at least a part of the first. Pure. @returns their lines, and how many blocks are left */
export function blocksThatFit(
  blocks: readonly (readonly Line[])[],
  { rows, width, glyphs }: Space & { readonly rows: number },
): { readonly lines: readonly Line[]; readonly more: number } {
  const shown: Line[] = [];
  let whole = 0;
  for (const one of blocks) {
    if (whole > 0 && shown.length + one.length > rows) break;
    shown.push(...one);
    whole += 1;
  }
  const more = blocks.length - whole;
  if (shown.length <= rows) return { lines: shown, more };
  const lines = shown.slice(0, Math.max(0, rows));
  const last = lines.pop();
  if (last === undefined) return { lines, more };
  return {
    lines: [...lines, cutLine([...last, ...line(` ${glyphs.ellipsis}`)], width, glyphs.ellipsis)],
    more,
  };
}

function block(
  { role, head, width }: { readonly role: Role; readonly head: string; readonly width: number },
  text: string,
): readonly Line[] {
  return wrap(`${head}  ${text}`, width - 2).map((part, row) =>
    row === 0 && part.startsWith(head)
      ? line([role, head], ` ${part.slice(head.length)}`)
      : line(row === 0 ? '' : '  ', part),
  );
}

function failedOf({ repositories: all }: Pick<RunState, 'repositories'>) {
  return [...all.values()].flatMap((one) =>
    one.status === 'failed' && one.failure !== null ? [{ ...one, failure: one.failure }] : [],
  );
}

function repositories(many: number): string {
  return count(many, 'repository', 'repositories');
}
