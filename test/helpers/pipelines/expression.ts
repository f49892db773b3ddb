/** Names that an expression can read: `github.ref_name`, `secrets.TOKEN`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Functions of job conditions. */
export interface Statuses {
  readonly failure: boolean;
  readonly cancelled: boolean;
}

/** Evaluates a text with expressions as GitHub does. */
export function evaluateText(text: string, contexts: Contexts, statuses?: Statuses): string {
  return text.replace(/\$\{\{(.*?)\}\}(?!')/gs, (_, body: string) =>
    asText(evaluate(body.trim(), contexts, statuses)),
  );
}

/** Evaluates one expression, without its braces. */
export function evaluate(body: string, contexts: Contexts, statuses?: Statuses): unknown {
  const tokens = body.match(/'(?:[^']|'')*'|&&|\|\||==|!=|[!()]|[\w.-]+/g) ?? [];
  const parser = new Parser(tokens, contexts, statuses ?? { failure: false, cancelled: false });
  return parser.or();
}

class Parser {
  readonly #tokens: string[];
  readonly #contexts: Contexts;
  readonly #statuses: Statuses;

  constructor(tokens: readonly string[], contexts: Contexts, statuses: Statuses) {
    this.#tokens = [...tokens];
    this.#contexts = contexts;
    this.#statuses = statuses;
  }

  or(): unknown {
    let left = this.#and();
    while (this.#take('||')) {
      const right = this.#and();
      left = isTrue(left) ? left : right;
    }
    return left;
  }

  #and(): unknown {
    let left = this.#equality();
    while (this.#take('&&')) {
      const right = this.#equality();
      left = isTrue(left) ? right : left;
    }
    return left;
  }

  #equality(): unknown {
    const left = this.#unary();
    if (this.#take('==')) return equal(left, this.#unary());
    if (this.#take('!=')) return !equal(left, this.#unary());
    return left;
  }

  #unary(): unknown {
    if (this.#take('!')) return !isTrue(this.#unary());
    if (this.#take('(')) {
      const inner = this.or();
      this.#take(')');
      return inner;
    }
    const token = this.#tokens.shift() ?? '';
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (this.#take('(')) {
      this.#take(')');
      if (token === 'failure') return this.#statuses.failure;
      if (token === 'cancelled') return this.#statuses.cancelled;
      if (token === 'always') return true;
      if (token === 'success') return !this.#statuses.failure;
      throw new Error(`unknown function ${token}`);
    }
    return this.#lookUp(token);
  }

  #lookUp(path: string): unknown {
    return path
      .split('.')
      .reduce<unknown>(
        (value, key) =>
          typeof value === 'object' && value !== null ? (value as Contexts)[key] : undefined,
        this.#contexts,
      );
  }

  #take(token: string): boolean {
    if (this.#tokens[0] !== token) return false;
    this.#tokens.shift();
    return true;
  }
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}

/** GitHub compares texts without regard to case. */
function equal(left: unknown, right: unknown): boolean {
  return asText(left).toLowerCase() === asText(right).toLowerCase();
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
