import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';

type Fields = Record<string, unknown>;

/** Something that the real host may do otherwise than the sandbox; off unless a test switches it on. */
export interface OtherBehavior {
  /** Of the requests that it shows in. */
  readonly path: RegExp;
  /** Changes the body of an answer with JSON in place. */
  change(body: Fields, exchange: Exchange): void;
}

/** The answer as the host gives it with what is switched on. */
export function answeredOtherwise(
  answer: Answer,
  exchange: Exchange,
  on: readonly OtherBehavior[],
): Answer {
  const changes = on.filter(({ path }) => exchange.method === 'GET' && path.test(exchange.path));
  if (changes.length === 0 || answer.status !== 200 || typeof answer.body !== 'string')
    return answer;
  const body = JSON.parse(answer.body) as Fields;
  for (const { change } of changes) change(body, exchange);
  return { ...answer, body: JSON.stringify(body) };
}

/** The rows of a list, or the one that was asked for. */
function rowsOf(body: Fields): readonly Fields[] {
  return Array.isArray(body.values) ? body.values : [body];
}

/** A field in each row. */
export function inRows(path: RegExp, change: (row: Fields) => void): OtherBehavior {
  return { path, change: (body) => rowsOf(body).forEach(change) };
}
