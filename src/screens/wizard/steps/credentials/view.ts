import type { Failure } from '../../../../core/kernel/errors.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { baseVariable } from '../../../../core/ports/credentials/source-tokens.ts';
import type { CredentialVariable, Verified } from '../../../../core/wizard/credentials.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { textOf } from '../../../../ui/input/text-state.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { widthOf } from '../../../../ui/text/text-width.ts';
import type { Task } from '../../engine/tasks.ts';
import {
  failureView,
  indented,
  type LineOptions,
  marked,
  pointerAt,
  type View,
} from '../../engine/view.ts';
import { inFieldWords } from './failure-words.ts';
import {
  type Choice,
  type Field,
  fieldsOf,
  type Row,
  rowsOf,
  type Side,
  type TokenWay,
} from './fields.ts';
import { ghQuestion, hostChoices, hostNames, labelOf, targetHelp } from './labels.ts';
import type { CredentialsState } from './model.ts';
import { hostOf, sourceHosts, variantOf } from './source-hosts.ts';
import { isMissing, targetHostname, waysOf } from './values.ts';

/** The hosts, the accounts of the credentials, and missing scopes; never secrets. Pure. */
export function credentialsView(state: CredentialsState, options: LineOptions): View {
  const lines: Line[] = [line(['quiet', 'Kept in memory; sent only to these two hosts.'])];
  let from = 0;
  let to = 0;
  for (const side of ['source', 'target'] as const) {
    lines.push([], line(['title', titles[side]]));
    let isHere = false;
    for (const row of rowsOf(state).filter((each) => each.side === side)) {
      if (row.name === state.focus) {
        from = lines.length;
        isHere = true;
      }
      lines.push(...rowLines(state, row, options));
    }
    lines.push(...outcome(state, side, options));
    if (isHere) to = lines.length - 1;
  }
  return { lines, from, to };
}

const titles: Readonly<Record<Side, string>> = {
  source: `From ${hostNames.source}`,
  target: `To ${hostNames.target}`,
};

const labelWidth = 13;

function rowLines(state: CredentialsState, row: Row, options: LineOptions): readonly Line[] {
  const isHere = row.name === state.focus;
  const pointer = pointerAt(isHere, options.glyphs);
  const label = labelOf(row.name, state.variant).padEnd(labelWidth);
  const head = line([isHere ? 'selected' : 'quiet', `${pointer} ${label} `]);
  if (row.kind === 'choice') return [line(...head, ...choiceLine(state, row, options))];
  const field = line(...head, ...fieldLine(state, row, options));
  return row.name === 'DST_TOKEN' ? [field, ...ghLines(state, options)] : [field];
}

function choiceLine(state: CredentialsState, { name }: Choice, { glyphs }: LineOptions): Line {
  if (name === 'sign-in') {
    const text = variantOf(state).label;
    if (state.focus !== name) return line(' ', text);
    return line(['key', `${glyphs.previous} `], ['strong', text], ['key', ` ${glyphs.next}`]);
  }
  const now = name === 'source-host' ? sourceHosts.indexOf(hostOf(state)) : isEnterprise(state);
  const options = hostChoices[name].flatMap((text, at) => {
    const isOn = at === Number(now);
    const option = [isOn ? 'strong' : 'quiet', `${isOn ? glyphs.on : glyphs.off} ${text}`] as const;
    return [at === 0 ? ' ' : '  ', option];
  });
  return line(...options);
}

function isEnterprise({ targetKind }: CredentialsState): boolean {
  return targetKind === 'enterprise';
}

function fieldLine(state: CredentialsState, field: Field, options: LineOptions): Line {
  const { name, isSecret } = field;
  const { width, glyphs } = options;
  const hasCursor = name === state.focus;
  const text = state.typed[name] ?? textOf('');
  if (text.text !== '') {
    const space = width - glyphs.pointer.length - labelWidth - 3;
    // Below the values that are not typed.
    return line(' ', ...textLine(text, { width: space, glyphs, isMasked: isSecret, hasCursor }));
  }
  const value = line(hasCursor ? ['cursor', ' '] : ' ', ...emptyLine(state, name));
  const ways = name === 'DST_TOKEN' ? waysOf(state) : [];
  const next = ways[(ways.indexOf(state.way) + 1) % ways.length];
  if (next === undefined || ways.length < 2) return value;
  return line(
    ...value,
    '  ',
    [hasCursor ? 'key' : 'quiet', glyphs.right],
    ['quiet', ` or ${wayLabels[next] ?? next}`],
  );
}

const wayLabels: Readonly<Partial<Record<TokenWay, string>>> = {
  own: 'DST_TOKEN',
  gh: 'gh auth token',
};

/** Where the value comes from, if it is not typed. */
function emptyLine(state: CredentialsState, name: CredentialVariable): Line {
  const { way, gh, found, inFile } = state;
  if (name === 'DST_TOKEN' && way === 'gh') {
    return gh === null
      ? line(['warning', 'gh auth token: press Enter to use it (asks first)'])
      : line(['good', 'from gh auth token']);
  }
  if (name === 'DST_TOKEN' && way !== 'own') return line(['good', `${way} in the environment`]);
  if (inFile.has(name)) return line(['good', 'found in migrator.yaml']);
  if (found.has(name)) return line(['good', foundText(state, name)]);
  return line(['warning', 'missing: type or paste it']);
}

function foundText({ tokenVariables }: CredentialsState, name: CredentialVariable): string {
  const tokens = tokenVariables.filter((one) => baseVariable(one) === name);
  const [first = name, ...others] = tokens;
  return others.length === 0
    ? `found in ${first}`
    : `${tokens.length} tokens found: ${first} to ${others.at(-1)}`;
}

function ghLines(state: CredentialsState, options: LineOptions): readonly Line[] {
  const { ghTask } = state;
  const { width, glyphs } = options;
  if (ghTask === 'asking') {
    return marked(glyphs.arrow, 'active', ghQuestion(targetHostname(state) ?? ''), width);
  }
  return ghTask.status === 'failed' ? failureView(ghTask.failure, options) : [];
}

function outcome(state: CredentialsState, side: Side, options: LineOptions): readonly Line[] {
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
