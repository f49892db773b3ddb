import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { CredentialVariable, Verified } from '../../../../core/wizard/credentials.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { textOf } from '../../../../ui/input/text-state.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import type { Task } from '../../engine/tasks.ts';
import {
  failureView,
  indented,
  type LineOptions,
  marked,
  pointerAt,
  type View,
} from '../../view.ts';
import {
  type CredentialsState,
  type Field,
  fieldsOf,
  type Side,
  type SourceVariant,
  sideOf,
} from './state.ts';

/** The host, and the kind of credentials. */
const variants: Readonly<Record<SourceVariant, readonly [string, string]>> = {
  'api-token': ['Bitbucket Cloud', 'with an API token'],
  'access-token': ['Bitbucket Cloud', 'with a workspace access token'],
  'app-password': ['Bitbucket Cloud', 'with an app password (removed by Bitbucket)'],
  'data-center': ['Bitbucket Data Center', 'with an HTTP access token'],
};

const labels: Readonly<Record<CredentialVariable, string>> = {
  SRC_USERNAME: 'Email',
  SRC_API_TOKEN: 'API token',
  SRC_APP_PASSWORD: 'App password',
  SRC_ACCESS_TOKEN: 'Access token',
  SRC_TOKEN: 'Access token',
  SRC_DATA_CENTER_URL: 'Address',
  DST_TOKEN: 'Token',
  DST_ENTERPRISE_URL: 'Address',
};

const dataCenterHelp =
  'Create an HTTP access token with Project read and Repository read: your avatar > Manage account > HTTP access tokens. The URL is what comes before /projects/ in the URL of a project';

const help: Readonly<Record<Side, string>> = {
  source:
    'Create an API token with scopes (read:user:bitbucket, read:repository:bitbucket, read:pullrequest:bitbucket, for secrets read:pipeline:bitbucket) at https://id.atlassian.com/manage-profile/security/api-tokens',
  target:
    'Create a classic token with the scopes repo, admin:org and workflow at https://github.com/settings/tokens (or the same page of your enterprise)',
};

/** The accounts of the credentials, and missing scopes; never secrets. Pure. */
export function credentialsView(state: CredentialsState, options: LineOptions): View {
  const lines: Line[] = [line(['quiet', 'Kept in memory; sent only to these two hosts.'])];
  let from = 0;
  let to = 0;
  const side = (one: Side, title: readonly Line[]) => {
    lines.push([], ...title);
    for (const field of fieldsOf(state).filter((each) => each.side === one)) {
      if (field.variable === state.focus) from = lines.length;
      lines.push(fieldLine(state, field, options));
    }
    const isOwn = one === 'source' && state.variant === 'data-center';
    const text = isOwn ? dataCenterHelp : help[one];
    lines.push(...outcome(state[one], one, { ...options, help: text }));
    if (sideOf(state.focus) === one) to = lines.length - 1;
  };
  const [host, how] = variants[state.variant];
  side('source', [line(['title', host], `, ${how}`)]);
  side('target', [line(['title', 'GitHub'])]);
  return { lines, from, to };
}

const labelWidth = 13;

function fieldLine(state: CredentialsState, field: Field, { width, glyphs }: LineOptions): Line {
  const { variable, isSecret, isOptional } = field;
  const hasCursor = variable === state.focus;
  const pointer = pointerAt(hasCursor, glyphs);
  const isUser = variable === 'SRC_USERNAME' && state.variant === 'app-password';
  const label = (isUser ? 'Username' : labels[variable]).padEnd(labelWidth);
  const head = line([hasCursor ? 'selected' : 'quiet', `${pointer} ${label} `]);
  const text = state.typed[variable] ?? textOf('');
  const space = width - pointer.length - labelWidth - 2;
  if (text.text !== '') {
    const shown = { width: space, glyphs, isMasked: isSecret, hasCursor };
    return [...head, ...textLine(text, shown)];
  }
  const cursor = line(hasCursor ? ['cursor', ' '] : ' ');
  if (state.found.has(variable)) {
    return [...head, ...cursor, ...line(['good', `found in ${variable}`])];
  }
  const hint = isOptional ? 'github.com, or type another' : `missing: type or paste it`;
  return [...head, ...cursor, ...line([isOptional ? 'quiet' : 'warning', hint])];
}

const hostNames: Readonly<Record<Side, string>> = { source: 'Bitbucket', target: 'GitHub' };

interface HelpOptions extends LineOptions {
  /** How to make credentials. */
  readonly help: string;
}

function outcome(task: Task<Verified>, side: Side, options: HelpOptions): readonly Line[] {
  const { width, glyphs } = options;
  switch (task.status) {
    case 'idle':
      return [];
    case 'running':
      return [line(['active', `${glyphs.waiting} checking ${hostNames[side]} ...`])];
    case 'failed': {
      const { code, hint } = task.failure;
      const isRefused = code === 'credentials' || code === 'permission';
      const isNamed = !isRefused || hint?.includes('https://') === true;
      return [
        ...failureView(task.failure, options),
        ...(isNamed ? [] : indented(options.help, width, 'quiet')),
      ];
    }
    case 'done':
      return verified(task.value, options);
  }
}

function verified(
  { account, hostname, missing }: Verified,
  { width, glyphs, help }: HelpOptions,
): readonly Line[] {
  if (account === null) {
    const text = `an access token has no account: ${safe(hostname)} checks it when it reads the workspace`;
    return marked(glyphs.pending, 'quiet', text, width);
  }
  const { displayName, username, scopes } = account;
  const name = username === null || username === displayName ? '' : ` (${safe(username)})`;
  const who = `${safe(displayName)}${name} at ${safe(hostname)}`;
  const granted =
    scopes === null
      ? 'This host does not report token scopes.'
      : `Scopes: ${scopes.map(safe).join(', ')}`;
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
    ...indented(granted, width, 'quiet'),
    ...lacking,
    ...(missing.length === 0 ? [] : indented(help, width, 'quiet')),
  ];
}
