import { MigratorError } from '../../kernel/errors.ts';

export interface RefusedRef {
  readonly ref: string;
  readonly failure: MigratorError;
}

const mostNamed = 3;
const mostCauses = 5;

/**
 * One error for several refused refs. Each cause comes once, with the number of its refs and three of them by name; the
 * first cause decides the code. Pure.
 */
export function foldRefusals(refused: readonly RefusedRef[]): MigratorError {
  const causes = [...Map.groupBy(refused, causeOf).values()];
  const [first] = causes;
  if (first?.[0] === undefined) throw new TypeError('no refused refs');
  if (refused.length === 1) return first[0].failure;
  const sentences = causes.slice(0, mostCauses).map(sentence);
  const more = causes.length - mostCauses;
  if (more > 0) sentences.push(`and ${more} more ${more === 1 ? 'cause' : 'causes'}`);
  const hints = refused.flatMap(({ failure }) => (failure.hint === null ? [] : [failure.hint]));
  const { code, retry, detail, retryAt, status } = first[0].failure;
  return new MigratorError(code, sentences.join('; '), {
    hint: [...new Set(hints)].join(' '),
    retry,
    detail,
    retryAt,
    status,
  });
}

/** Without the refused ref itself, and without the one that the host names. */
function causeOf({ failure: { code, message } }: RefusedRef): string {
  const cause = message
    .replace(/ refused refs\/[^ :]+/, ' refused')
    .replace(/ for refs\/[^ :]+/g, '');
  return `${code} ${cause}`;
}

function sentence(group: readonly RefusedRef[]): string {
  const example = group.find(({ failure }) => / for refs\//.test(failure.message)) ?? group[0];
  if (example === undefined) return '';
  const { message } = example.failure;
  if (group.length === 1) return message;
  const named = group.slice(0, mostNamed).map(({ ref }) => ref);
  const rest = group.length > named.length ? ', ...' : '';
  const refs = `refused ${group.length} refs (${named.join(', ')}${rest})`;
  return message.replace(/refused refs\/[^ :]+/, () => refs);
}
