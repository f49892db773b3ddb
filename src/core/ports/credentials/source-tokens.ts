import { readVariable, readWord, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { NamedToken } from './source-access.ts';

/** Of these several may be set, numbered: `SRC_ACCESS_TOKEN_1`. */
const numberedVariables = ['SRC_ACCESS_TOKEN', 'SRC_TOKEN'];

/** The variable itself and its numbered ones that are set, in the order of their numbers. Pure. */
export function namesOf(variables: Variables, name: string): readonly string[] {
  const own = readVariable(variables, name) === null ? [] : [name];
  if (!numberedVariables.includes(name)) return own;
  const numbered = Object.keys(variables)
    .filter((one) => baseVariable(one) === name && one !== name)
    .filter((one) => readVariable(variables, one) !== null);
  return [...own, ...numbered.sort((a, b) => numberOf(a) - numberOf(b))];
}

/** How many tokens would be used side by side, without a look at them. Pure. */
export function sourceTokensOf(variables: Variables): number {
  const counts = numberedVariables.map((name) => namesOf(variables, name).length);
  return Math.max(1, ...counts);
}

/** `SRC_TOKEN` of `SRC_TOKEN_2`; any other name as it is. */
export function baseVariable(name: string): string {
  const base = name.replace(/_\d+$/, '');
  return numberedVariables.includes(base) ? base : name;
}

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

/**
 * The tokens of a variable and its numbered ones.
 * @throws `configuration` where one token is given twice: its allowance would be counted twice
 */
export function tokensOf(
  variables: Variables,
  name: string,
): readonly [NamedToken, ...NamedToken[]] {
  const tokens = namesOf(variables, name).map((variable) => {
    return { variable, token: secretOf(variables, variable) };
  });
  for (const { variable, token } of tokens) {
    const same = tokens.find((one) => one.token === token && one.variable !== variable);
    if (same === undefined) continue;
    throw new MigratorError(
      'configuration',
      `${variable} and ${same.variable} are the same token`,
      {
        hint: 'Unset one of them. Set each token only once.',
      },
    );
  }
  const [first = { variable: name, token: '' }, ...others] = tokens;
  return [first, ...others];
}

/** Empty where it is not set. */
export function secretOf(variables: Variables, name: string): string {
  return readWord(variables, name) ?? '';
}
