import { count } from '../../kernel/format/format.ts';
import type { SecretScope } from '../../ports/secret-target.ts';
import { codeSpan, destination, plainText } from '../../text/markdown/markdown-escape.ts';
import type { SecretState } from '../state/secret-state.ts';
import {
  countStates,
  levelText,
  type ScopeReport,
  type SecretReport,
  unfilledStates,
} from './scope-report.ts';

/**
 * Returns the list of values that people have to fill in, as Markdown: a box for each secret, below a link to its page.
 * Pure.
 * @param options.host the host's name for people
 */
export function checklist(options: {
  host: string;
  owner: string;
  /** Milliseconds since 1970. */
  at: number;
  places: readonly ScopeReport[];
}): string {
  const { host, owner, at, places } = options;
  const all = places.flatMap(({ secrets }) => secrets);
  const open = all.filter(({ state }) => unfilledStates.includes(state));
  const day = new Date(at).toISOString().slice(0, 10);
  const lines = [
    `# ${plainText(`Secrets for ${owner} on ${host}`)}`,
    '',
    summary({ all: all.length, open: open.length, day }),
    ...sections(places),
  ];
  return `${lines.join('\n')}\n`;
}

function summary({ all, open, day }: { all: number; open: number; day: string }): string {
  if (all === 0) return `The manifest has no secrets; nothing to do (${day}).`;
  if (open === 0) {
    const have = all === 1 ? 'The secret has' : `All ${count(all, 'secret')} have`;
    return `${have} a value (${day}).`;
  }
  return `${open.toLocaleString('en-US')} of ${count(all, 'secret')} ${open === 1 ? 'awaits' : 'await'} a value (${day}). A secret cannot be read back: open the page, select the secret and update it.`;
}

function sections(places: readonly ScopeReport[]): readonly string[] {
  const lines: string[] = [];
  let repository: string | null = null;
  for (const report of places) {
    const { place, source } = report;
    if (place.kind !== 'organization' && place.name !== repository) {
      repository = place.name;
      const name = plainText(`${place.owner}/${place.name}`);
      const from = source === null || source === place.name ? '' : `, from ${plainText(source)}`;
      lines.push('', `## ${name}${from}`);
    }
    lines.push('', ...section(report));
  }
  return lines;
}

function section(report: ScopeReport): readonly string[] {
  const { place, settingsUrl, failure, secrets } = report;
  const link = `[Settings](${destination(settingsUrl)})`;
  const lines = [`${heading(place)}: ${link}`, ''];
  if (failure !== null) lines.push(`Failed: ${plainText(failure.message)}`, '');
  return [...lines, ...secrets.map(item)];
}

function heading(place: SecretScope): string {
  switch (place.kind) {
    case 'organization':
      return '## Organization';
    case 'repository':
      return 'Repository secrets';
    case 'environment':
      return `Environment ${codeSpan(place.environment)}`;
  }
}

const words: Readonly<Record<SecretState, string>> = {
  made: '',
  'to-make': ', not created yet',
  placeholder: '',
  filled: ', filled in',
  present: ', already existed (unchanged)',
  replaced:
    ', **someone else created it at the same moment, and it now contains the placeholder**: set it again',
  missing: ', **missing**',
};

function item({ name, sourceName, source, state }: SecretReport): string {
  const box = unfilledStates.includes(state) ? ' ' : 'x';
  const origin = name === sourceName ? '' : ` ${codeSpan(sourceName)}`;
  return `- [${box}] ${codeSpan(name)} (${levelText(source)}${origin})${words[state]}`;
}

/** `3 made with a placeholder, 2 filled in`: the states that occur. Pure. */
export function statesText(places: readonly ScopeReport[]): string {
  const counts = countStates(places);
  const parts = (Object.keys(counts) as SecretState[])
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state].toLocaleString('en-US')} ${stateWords[state]}`);
  return parts.length === 0 ? 'none in the manifest, nothing to do' : parts.join(', ');
}

const stateWords: Readonly<Record<SecretState, string>> = {
  made: 'created with a placeholder',
  'to-make': 'to create',
  placeholder: 'with a placeholder',
  filled: 'filled in',
  present: 'already existing (unchanged)',
  replaced: 'replaced',
  missing: 'missing',
};
