import type { Failure } from '../../../../core/kernel/errors.ts';
import type { CredentialVariable } from '../../../../core/wizard/credentials.ts';
import { labelOf } from './labels.ts';
import type { CredentialsState } from './model.ts';

/** Names the fields of the screen in place of the variables that were typed into them. Pure. */
export function inFieldWords({ typed, variant }: CredentialsState, failure: Failure): Failure {
  const names = (Object.keys(typed) as CredentialVariable[]).filter(
    (one) => (typed[one]?.text ?? '') !== '',
  );
  const blank = names.find((one) => failure.message.startsWith(`${one} contains`));
  // What was refused is typed here, wherever it came from.
  const replaced = failure.code === 'credentials' ? secretVariables : names;
  const inWords = (text: string) =>
    names.reduce(
      (said, one) => said.replaceAll(one, labelOf(one, variant)),
      withoutVariables(text, replaced),
    );
  const { message, hint } = failure;
  if (blank !== undefined)
    return {
      ...failure,
      message: inWords(message),
      hint: 'Enter it without spaces or line breaks.',
    };
  return { ...failure, message: inWords(message), hint: hint === null ? null : inWords(hint) };
}

const secretVariables = ['SRC_API_TOKEN', 'SRC_APP_PASSWORD', 'SRC_TOKEN', 'DST_TOKEN'];

/** Leaves out how to set variables whose fields were typed into. */
function withoutVariables(text: string, typed: readonly string[]): string {
  return text.replace(/ Set [^.]*?\b(?:SRC|DST)_[A-Z_]+[^.]*\./g, (sentence) =>
    typed.some((name) => sentence.includes(name)) ? '' : sentence,
  );
}
