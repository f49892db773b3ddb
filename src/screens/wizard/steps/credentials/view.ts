import { baseVariable } from '../../../../core/ports/credentials/source-tokens.ts';
import type { CredentialVariable } from '../../../../core/wizard/credentials.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { textOf } from '../../../../ui/input/text-state.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { failureView, type LineOptions, marked, pointerAt, type View } from '../../engine/view.ts';
import { type Choice, type Field, type Row, rowsOf, type Side, type TokenWay } from './fields.ts';
import { ghQuestion, hostChoices, hostNames, labelOf } from './labels.ts';
import type { CredentialsState } from './model.ts';
import { outcomeLines } from './outcome-lines.ts';
import { hostOf, sourceHosts, variantOf } from './source-hosts.ts';
import { targetHostname, waysOf } from './values.ts';

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
    lines.push(...outcomeLines(state, side, options));
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
