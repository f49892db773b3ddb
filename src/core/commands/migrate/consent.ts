import { interrupted, MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Program } from '../../kernel/program.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { UnmappedPeople } from '../../run/preflight/migrate-request.ts';
import { unmappedText } from '../../verbs/migrate/unmapped-people.ts';
import { replaceWord, rewriteWord } from '../../wizard/choices.ts';

/** How a person consents to something irreversible. */
export interface Consent {
  /** By --yes. */
  readonly isGiven: boolean;
  /** `null` without a terminal, under CI, and with --json. */
  readonly ask: Program['ask'];
}

export function consentOf(
  flags: { readonly yes?: boolean; readonly json: boolean },
  { ask, environment }: Pick<Program, 'ask' | 'environment'>,
): Consent {
  const isCi = !['', '0', 'false'].includes((environment.CI ?? '').toLowerCase());
  return { isGiven: flags.yes === true, ask: isCi || flags.json ? null : ask };
}

/**
 * Refuses what needs consent where nobody can be asked, before anything is done.
 * @throws `usage`
 */
export function requireConsent(consent: Consent, what: string): void {
  if (consent.isGiven || consent.ask !== null) return;
  throw new MigratorError(
    'usage',
    `${what} needs confirmation, and prompts are off (no terminal, CI or --json)`,
    {
      hint: 'Add --yes. Nothing was changed.',
    },
  );
}

/**
 * Asks for a yes.
 * @throws `usage` if it is not given, `interrupted`
 */
export async function confirm(consent: Consent, what: string, question: string): Promise<void> {
  requireConsent(consent, what);
  if (consent.isGiven) return;
  const answer = await askOrEnd(consent, `${question} [y/N] `);
  if (/^y(es)?$/i.test(answer)) return;
  throw declined(what);
}

/** So many of the replaced repositories are named. */
const named = 10;

/**
 * Asks for a word, once for all repositories that are replaced.
 * @param confirmed `owner/name` of those that were confirmed before
 * @throws `usage` if another word is typed, `interrupted`
 */
export async function confirmReplacing(
  consent: Consent,
  all: readonly TargetRepository[],
  confirmed: ReadonlySet<string> = new Set(),
): Promise<void> {
  const replaced = all.filter(({ owner, name }) => !confirmed.has(`${owner}/${name}`));
  if (replaced.length === 0) return;
  const what = 'Replacing repositories (--overwrite)';
  requireConsent(consent, what);
  if (consent.isGiven) return;
  const names = replaced.map(({ owner, name }) => safe(`${owner}/${name}`));
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  const text =
    names.length === 1
      ? 'already exists. migrator renames and keeps it, and creates a new one.'
      : 'already exist. migrator renames and keeps them, and creates new ones.';
  const question = `${names.slice(0, named).join(', ')}${more} ${text}\nType ${replaceWord} to confirm: `;
  if ((await askOrEnd(consent, question)) !== replaceWord) throw declined(what);
}

/** Typed before people lose their links. */
const unmapWord = 'unmap';

/**
 * Asks for a word before a user map with fewer people changes pull requests. --yes is no answer: it was said before anybody
 * could know.
 * @throws `usage` if another word is typed, or nobody can be asked; `interrupted`
 */
export async function confirmUnmapping(
  consent: Consent,
  unmapped: UnmappedPeople,
  { unmapPeople = false }: { readonly unmapPeople?: boolean },
): Promise<void> {
  if (unmapPeople) return;
  const text = unmappedText(unmapped);
  if (consent.isGiven || consent.ask === null) {
    throw new MigratorError('usage', text, {
      hint: 'Nothing was changed. Add them to the user map, or confirm with --unmap-people.',
    });
  }
  const answer = await askOrEnd(consent, `${text}.\nType ${unmapWord} to confirm: `);
  if (answer !== unmapWord) throw declined('The new user map');
}

/**
 * Shows what rewrites would change, and asks for a word, once for all repositories. --yes is no answer: it was said before
 * anybody could know.
 * @param stopped repositories whose rewrite nobody has confirmed yet
 * @returns false where nobody is asked, or another word is typed: then these repositories stop again
 * @throws `interrupted`
 */
export async function confirmRewriting(
  consent: Consent,
  stopped: readonly { readonly slug: string; readonly facts: readonly string[] }[],
): Promise<boolean> {
  if (stopped.length === 0 || consent.isGiven || consent.ask === null) return false;
  const lines = stopped
    .slice(0, named)
    .flatMap(({ slug, facts }) => [
      `The rewrite of ${safe(slug)} changes hashes:`,
      ...facts.map((fact) => `  ${safe(fact)}`),
    ]);
  const more = stopped.length > named ? [`and ${stopped.length - named} more`] : [];
  const question = [...lines, ...more, `Type ${rewriteWord} to confirm: `].join('\n');
  return (await askOrEnd(consent, question)) === rewriteWord;
}

/** @throws `interrupted` */
export async function askOrEnd({ ask }: Consent, question: string): Promise<string> {
  if (ask === null) throw new TypeError('not a terminal');
  try {
    return (await ask(question))?.trim() ?? '';
  } catch (cause) {
    throw interrupted({ cause });
  }
}

function declined(what: string): MigratorError {
  return new MigratorError('usage', `${what} was not confirmed`, { hint: 'Nothing was changed.' });
}
