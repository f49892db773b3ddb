import type { Failure } from '../../../../core/kernel/errors.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Verified } from '../../../../core/wizard/credentials.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { widthOf } from '../../../../ui/text/text-width.ts';
import type { Task } from '../../engine/tasks.ts';
import { failureView, indented, type LineOptions, marked } from '../../engine/view.ts';
import { inFieldWords } from './failure-words.ts';
import { fieldsOf, rowsOf, type Side } from './fields.ts';
import { hostNames, labelOf, targetHelp } from './labels.ts';
import type { CredentialsState } from './model.ts';
import { hostOf } from './source-hosts.ts';
import { isMissing } from './values.ts';

/** Says how a host answered its credentials, or what is missing; never secrets. Pure. */
export function outcomeLines(
  state: CredentialsState,
  side: Side,
  options: LineOptions,
): readonly Line[] {
  const { width, glyphs } = options;
  const task: Task<Verified> = state[side];
  const help = side === 'source' ? hostOf(state).help : targetHelp;
  switch (task.status) {
    case 'idle': {
      const missing = fieldsOf(state).some(
        (field) => field.side === side && isMissing(state, field),
      );
      const isHere = rowsOf(state).some(
        ({ name, side: of }) => of === side && name === state.focus,
      );
      return missing && isHere ? indented(help, width, 'quiet') : [];
    }
    case 'running': {
      return [line(['active', `${glyphs.waiting} checking ${hostNames[side]} ...`])];
    }
    case 'failed': {
      const failure = inFieldWords(state, task.failure);
      const { code, hint } = failure;
      if (code === 'credentials') return refused(state, side, { ...options, failure, help });
      const isNamed = code !== 'permission' || hint?.includes('https://') === true;
      return [...failureView(failure, options), ...(isNamed ? [] : indented(help, width, 'quiet'))];
    }
    case 'done':
      return verified(task.value, { ...options, help });
  }
}

/** Which secret was refused, what the host said, and what to do about it on this screen. */
function refused(
  state: CredentialsState,
  side: Side,
  { failure, help, ...options }: LineOptions & { readonly failure: Failure; readonly help: string },
): readonly Line[] {
  const { width } = options;
  const secret = fieldsOf(state).find((field) => field.side === side && field.isSecret);
  if (secret === undefined) return failureView(failure, options);
  const label = labelOf(secret.name, state.variant);
  const isTyped = (state.typed[secret.name]?.text ?? '') !== '';
  const { found, way } = state;
  const isFound = !isTyped && found.has(secret.name) && (side === 'source' || way === 'own');
  const another = `Type another ${withSmallInitial(label)} here`;
  // GitHub's own hint names no page.
  const hint = side === 'target' ? help : failure.hint;
  return [
    ...failureView({ ...failure, hint: null }, options),
    ...indented(isFound ? `${another} instead of ${secret.name}.` : `${another}.`, width),
    ...(hint === null ? [] : indented(hint, width, 'quiet')),
  ];
}

/** `API token` keeps its capitals. */
function withSmallInitial(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}

/** Each scope that a migration uses, and whether the token has it; how many where they would take several rows. */
function scopesLines(
  { needed, missing }: Pick<Verified, 'needed' | 'missing'>,
  { width, glyphs }: LineOptions,
): readonly Line[] {
  if (needed.length === 0)
    return indented('This host does not report token scopes.', width, 'quiet');
  const lacks = (scope: string) => missing.some((one) => one.scope === scope);
  const has = needed.filter((scope) => !lacks(scope));
  const marks = needed.map(
    (scope) => `${lacks(scope) ? glyphs.failed : glyphs.succeeded} ${scope}`,
  );
  const text = `Scopes: ${marks.join('  ')}`;
  const isShort = widthOf(text) <= width - 2;
  const all = `${has.length === needed.length ? 'all' : `${has.length} of the`} ${needed.length}`;
  const counted = `Has ${all} scopes that a migration uses.`;
  return indented(isShort ? text : counted, width, 'quiet');
}

function verified(
  { account, hostname, missing, needed, tokens = 1 }: Verified,
  { width, glyphs, help }: LineOptions & { readonly help: string },
): readonly Line[] {
  if (account === null) {
    const text =
      tokens < 2
        ? `an access token has no account: ${safe(hostname)} checks the token while it lists the workspace`
        : `${tokens} access tokens in parallel: ${safe(hostname)} checks them when it reads the workspace`;
    return marked(glyphs.pending, 'quiet', text, width);
  }
  const { displayName, username } = account;
  const name = username === null || username === displayName ? '' : ` (${safe(username)})`;
  const side = tokens < 2 ? '' : `, ${tokens} tokens in parallel`;
  const who = `${safe(displayName)}${name} at ${safe(hostname)}${side}`;
  const lacking = missing.flatMap(({ scope, neededTo, isRequired }) =>
    marked(
      isRequired ? glyphs.failed : glyphs.warning,
      isRequired ? 'bad' : 'warning',
      `${scope} is missing: needed to ${neededTo}`,
      width,
    ),
  );
  return [
    ...marked(glyphs.succeeded, 'good', who, width),
    ...scopesLines({ needed, missing }, { width, glyphs }),
    ...lacking,
    ...(missing.length === 0 ? [] : indented(help, width, 'quiet')),
  ];
}
