import { variablesOf } from '../tables/variables.ts';
import type { Conversion } from './conversion.ts';

/** A text as GitHub takes it literally, whatever looks like an expression. Pure. */
export function literal(text: string): string {
  return text.replaceAll('${{', "${{ '${{' }}");
}

/** A text within an expression. Pure. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const variable = /(?<!\\)\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g;

/** A text with its shell variables as expressions; everything else stays literal. Pure. */
export function withExpressions(text: string, expressionOf: (name: string) => string): string {
  let result = '';
  let end = 0;
  for (const found of text.matchAll(variable)) {
    const [whole, braced, otherwise, plain] = found;
    const inner = expressionOf(braced ?? plain ?? '');
    const body = otherwise === undefined ? inner : `${inner} || ${quoted(otherwise)}`;
    result += `${literal(text.slice(end, found.index))}\${{ ${body} }}`;
    end = found.index + whole.length;
  }
  return result + literal(text.slice(end));
}

/** The expression of a variable of the repository: a secret or a variable, by what is known of it. Pure. */
export function repositoryVariable(name: string, { options }: Conversion): string {
  const target = (options.secretName ?? defaultSecretName)(name);
  const known = options.variables?.find((one) => one.name === name);
  if (known === undefined) return `secrets.${target} || vars.${target}`;
  return `${known.isSecured ? 'secrets' : 'vars'}.${target}`;
}

/** The expression of any variable, for values that no shell reads. Pure. */
export function anyVariable(name: string, conversion: Conversion): string {
  return knownExpression(name, conversion) ?? repositoryVariable(name, conversion);
}

/** The same where GitHub allows no secret. Pure. */
export function plainVariable(name: string, conversion: Conversion): string {
  const target = (conversion.options.secretName ?? defaultSecretName)(name);
  return knownExpression(name, conversion) ?? `vars.${target}`;
}

function knownExpression(name: string, { kind, inputs }: Conversion): string | null {
  const builtIn = variablesOf[kind][name];
  const body = /^\$\{\{ (.*?) \}\}$/.exec(builtIn ?? '')?.[1];
  if (body !== undefined && !body.includes('${{')) return body;
  return inputs.has(name) ? (kind === 'custom' ? `inputs.${name}` : `env.${name}`) : null;
}

/** GitHub reserves the prefix, and refuses a digit first. */
function defaultSecretName(name: string): string {
  return /^(?:GITHUB_|\d)/i.test(name) ? `_${name}` : name;
}
