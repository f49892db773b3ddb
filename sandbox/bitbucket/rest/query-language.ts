/** Describes what a row has under a name of the query language. */
export type QueryField<T> = (row: T) => string | number | boolean;
type Test<T> = (row: T) => boolean;

/**
 * Bitbucket's query language, as far as comparisons, AND, OR and parentheses go.
 * @returns `null` for a query of another form or with a name that is not among the fields
 */
export function parseQuery<T>(
  text: string,
  fields: Readonly<Record<string, QueryField<T>>>,
): Test<T> | null {
  const words = text.match(/"(?:[^"\\]|\\.)*"|[()]|!=|>=|<=|[=~<>]|[^\s()"=~<>!]+/g) ?? [];
  if (words.join('').replace(/\s/g, '') !== text.replace(/\s/g, '')) return null;
  const reader: Reader<T> = { words, fields, place: 0 };
  const test = readOr(reader);
  return reader.place === words.length ? test : null;
}

interface Reader<T> {
  readonly words: readonly string[];
  readonly fields: Readonly<Record<string, QueryField<T>>>;
  place: number;
}

function readOr<T>(reader: Reader<T>): Test<T> | null {
  return readChain(reader, 'OR', readAnd, (left, right) => (row) => left(row) || right(row));
}

function readAnd<T>(reader: Reader<T>): Test<T> | null {
  return readChain(reader, 'AND', readOne, (left, right) => (row) => left(row) && right(row));
}

function readChain<T>(
  reader: Reader<T>,
  word: string,
  readPart: (reader: Reader<T>) => Test<T> | null,
  join: (left: Test<T>, right: Test<T>) => Test<T>,
): Test<T> | null {
  let test = readPart(reader);
  while (test !== null && reader.words[reader.place]?.toUpperCase() === word) {
    reader.place += 1;
    const right = readPart(reader);
    test = right === null ? null : join(test, right);
  }
  return test;
}

function readOne<T>(reader: Reader<T>): Test<T> | null {
  if (reader.words[reader.place] === '(') {
    reader.place += 1;
    const inner = readOr(reader);
    if (inner === null || reader.words[reader.place] !== ')') return null;
    reader.place += 1;
    return inner;
  }
  const [name = '', operator = '', value] = reader.words.slice(reader.place, reader.place + 3);
  reader.place += 3;
  const field = Object.hasOwn(reader.fields, name) ? reader.fields[name] : undefined;
  if (field === undefined || value === undefined) return null;
  return comparison(field, operator, value);
}

function comparison<T>(field: QueryField<T>, operator: string, value: string): Test<T> | null {
  const wanted = /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
  const order = (row: T): number => {
    const own = field(row);
    if (typeof own === 'number') return own - Number(wanted);
    const text = String(own);
    return text === wanted ? 0 : text < wanted ? -1 : 1;
  };
  const tests: Readonly<Record<string, Test<T>>> = {
    '=': (row) => order(row) === 0,
    '!=': (row) => order(row) !== 0,
    '>': (row) => order(row) > 0,
    '>=': (row) => order(row) >= 0,
    '<': (row) => order(row) < 0,
    '<=': (row) => order(row) <= 0,
    '~': (row) => String(field(row)).toLowerCase().includes(wanted.toLowerCase()),
  };
  return tests[operator] ?? null;
}
