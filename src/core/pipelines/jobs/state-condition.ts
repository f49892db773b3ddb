import { quoted } from './expressions.ts';

/** An expression for the `if:` of a job. */
export interface StateCondition {
  readonly expression: string;
  /** GitHub compares text without regard to case. */
  readonly ignoresCase: boolean;
}

/** Nobody writes longer ones, and each bracket takes a place on the stack. */
const maxCharacters = 1000;

const token =
  /\s*(?:(&&|\|\||[=!<>]=|[<>!(),])|"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)|([A-Za-z_]\w*))/y;

/**
 * A condition in Bitbucket's expression language as one of GitHub's; `null` where GitHub cannot evaluate it. Pure.
 * @param variableOf the expression of a variable; `null` where a condition cannot read it
 */
export function stateCondition(
  text: string,
  variableOf: (name: string) => string | null,
): StateCondition | null {
  const tokens = text.length > maxCharacters ? null : tokensOf(text);
  if (tokens === null) return null;
  const parser = new Parser(tokens, variableOf);
  const expression = parser.either();
  return expression === null || !parser.isAtEnd
    ? null
    : { expression, ignoresCase: parser.ignoresCase };
}

interface Token {
  readonly kind: 'sign' | 'text' | 'number' | 'name';
  readonly value: string;
}

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const rest = text.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < rest.length) {
    const [found, sign, double, single, number, name] = token.exec(rest) ?? [];
    if (found === undefined) return null;
    if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else tokens.push({ kind: 'text', value: double ?? single ?? '' });
  }
  return tokens;
}

/** Descends through `||`, `&&`, `!` and comparisons; each part is `null` where it cannot be converted. */
class Parser {
  ignoresCase = false;
  readonly #tokens: readonly Token[];
  readonly #variable: (name: string) => string | null;
  #next = 0;

  constructor(tokens: readonly Token[], variableOf: (name: string) => string | null) {
    this.#tokens = tokens;
    this.#variable = variableOf;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#tokens.length;
  }

  #takes(sign: string): boolean {
    const found = this.#tokens[this.#next];
    if (found?.kind !== 'sign' || found.value !== sign) return false;
    this.#next += 1;
    return true;
  }

  either(): string | null {
    return this.#joined('||', () => this.#joined('&&', () => this.#single()));
  }

  #joined(sign: string, part: () => string | null): string | null {
    const parts = [part()];
    while (this.#takes(sign)) parts.push(part());
    if (parts.includes(null)) return null;
    const text = parts.join(` ${sign} `);
    return sign === '||' && parts.length > 1 ? `(${text})` : text;
  }

  #single(): string | null {
    if (this.#takes('!')) {
      const negated = this.#single();
      return negated === null ? null : `!(${negated})`;
    }
    if (this.#takes('(')) {
      const inner = this.either();
      return inner === null || !this.#takes(')') ? null : `(${inner})`;
    }
    const name = this.#tokens[this.#next++];
    if (name?.kind !== 'name') return null;
    if (name.value === 'true' || name.value === 'false') return name.value;
    if (this.#takes('(')) return name.value === 'glob' ? this.#glob() : null;
    const value = this.#variable(name.value);
    return value === null ? null : this.#comparison(value);
  }

  #comparison(value: string): string | null {
    const sign = ['==', '!=', '>=', '<=', '>', '<'].find((one) => this.#takes(one));
    if (sign === undefined) return `${value} == 'true'`;
    const other = this.#tokens[this.#next++];
    if (other?.kind === 'number') return `${value} ${sign} ${other.value}`;
    if (sign !== '==' && sign !== '!=') return null;
    if (other?.kind === 'name' && /^(?:true|false)$/.test(other.value)) {
      return `${value} ${sign} '${other.value}'`;
    }
    if (other?.kind !== 'text') return null;
    this.ignoresCase ||= /[A-Za-z]/.test(other.value);
    return `${value} ${sign} ${quoted(other.value)}`;
  }

  /** A name, or all that begins with it: of other patterns GitHub's functions know nothing. */
  #glob(): string | null {
    const [name, comma, pattern, end] = this.#tokens.slice(this.#next, this.#next + 4);
    this.#next += 4;
    const isCall = comma?.value === ',' && end?.value === ')' && pattern?.kind === 'text';
    const value = name?.kind === 'name' ? this.#variable(name.value) : null;
    if (!isCall || value === null) return null;
    const [, start = '', rest = ''] = /^([^*?{}[\]!]*)(.*)$/.exec(pattern.value) ?? [];
    if (rest !== '' && rest !== '**') return null;
    this.ignoresCase ||= /[A-Za-z]/.test(start);
    return rest === '' ? `${value} == ${quoted(start)}` : `startsWith(${value}, ${quoted(start)})`;
  }
}
