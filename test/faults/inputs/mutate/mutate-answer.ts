import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { anythingLikeJson, hostileText } from './hostile-values.ts';
import { type ByteChange, byteChange, changeBytes } from './mutate-bytes.ts';
import { changeDocument, type TreeChange, treeChange } from './mutate-tree.ts';

/** Describes what a host answers, on its way. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How it comes: whole, cut off after half of it, without an end, not at all, or without anything ever. */
  readonly delivery: 'whole' | 'cut' | 'endless' | 'reset' | 'silent';
}

export type AnswerChange =
  | { readonly what: 'tree'; readonly changes: readonly TreeChange[] }
  | { readonly what: 'bytes'; readonly changes: readonly ByteChange[] }
  | { readonly what: 'body'; readonly text: string }
  | { readonly what: 'status'; readonly status: number; readonly keepsBody: boolean }
  | { readonly what: 'header'; readonly name: string; readonly value: string | null }
  | { readonly what: 'gzip'; readonly keeps: number }
  /** Where the next page is said to be. */
  | { readonly what: 'next'; readonly to: 'itself' | 'elsewhere' | 'nowhere' | 'file' | 'relative' }
  | { readonly what: 'delivery'; readonly delivery: HostAnswer['delivery'] };

const statuses = [
  200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 408,
  409, 410, 412, 413, 415, 418, 422, 423, 429, 431, 451, 500, 501, 502, 503, 504, 520, 599,
];
const headers: readonly (readonly [string, string | null])[] = [
  ['content-type', null],
  ['content-type', 'text/html'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/octet-stream'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', ';;;'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-encoding', 'zstd'],
  ['content-encoding', 'x-unknown'],
  ['content-encoding', 'gzip, gzip'],
  ['x-ratelimit-remaining', '0'],
  ['x-ratelimit-remaining', '-1'],
  ['x-ratelimit-remaining', 'many'],
  ['x-ratelimit-limit', '0'],
  ['x-ratelimit-reset', '99999999999999999999'],
  ['x-ratelimit-reset', '-5'],
  ['x-ratelimit-reset', 'tomorrow'],
  ['x-ratelimit-resource', '__proto__'],
  ['x-ratelimit-nearlimit', 'true'],
  ['retry-after', '9223372036854775807'],
  ['retry-after', '-1'],
  ['retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['retry-after', 'soon'],
  ['date', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['date', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['date', 'nonsense'],
  ['x-oauth-scopes', ''],
  ['x-oauth-scopes', ', , ,repo,'],
  ['x-oauth-scopes', null],
  ['location', 'https://evil.example/'],
  ['etag', 'W/"x'],
  ['link', '<'],
  ['link', '<>; rel="next"'],
  ['x-large', 'x'.repeat(70_000)],
];

const bodies = [
  '',
  'null',
  '[]',
  '{}',
  '[null]',
  '0',
  '"text"',
  '<!doctype html><html><body>Sign in</body></html>',
  '{"message":"\u001b[2J\u202e","errors":[{"message":null},null,7,{"code":{}}]}',
  '{"type":"error","error":{"message":{"toString":1},"detail":[[]]}}',
  '{"data":null,"errors":[]}',
  '{"data":null,"errors":[{"type":"RATE_LIMITED","message":"x"}]}',
  '{"data":{},"errors":"no list"}',
  '{"values":null}',
  '{"values":{},"next":7}',
  '{"values":[],"next":""}',
  '{"size":-1,"page":"x","values":[null,[],7,"x",{}]}',
];

export const answerChange: fc.Arbitrary<AnswerChange> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      what: fc.constant('tree' as const),
      changes: fc.array(treeChange(anythingLikeJson), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('bytes' as const),
      changes: fc.array(byteChange, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('body' as const),
      text: fc.oneof(fc.constantFrom(...bodies), hostileText, anythingLikeJson),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('status' as const),
      status: fc.constantFrom(...statuses),
      keepsBody: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...headers)
      .map(([name, value]) => ({ what: 'header' as const, name, value })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('gzip' as const),
      keeps: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('next' as const),
      to: fc.constantFrom('itself' as const, 'elsewhere', 'nowhere', 'file', 'relative'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('delivery' as const),
      delivery: fc.constantFrom<HostAnswer['delivery']>('cut', 'cut', 'reset', 'reset', 'endless'),
    }),
  },
);

/** @param asked the address that was asked for; @param elsewhere another host's */
export function changeAnswer(
  answer: HostAnswer,
  change: AnswerChange,
  { asked, elsewhere }: { asked: string; elsewhere: string },
): HostAnswer {
  switch (change.what) {
    case 'tree': {
      const data = dataOf(answer.body);
      if (data === undefined) return answer;
      return { ...answer, body: Buffer.from(changeDocument(data, change.changes)) };
    }
    case 'bytes':
      return { ...answer, body: changeBytes(answer.body, change.changes) };
    case 'body':
      return { ...answer, body: Buffer.from(change.text) };
    case 'status':
      return {
        ...answer,
        status: change.status,
        body: change.keepsBody ? answer.body : Buffer.from('{"message":"Something"}'),
      };
    case 'header':
      return { ...answer, headers: withHeader(answer.headers, change.name, change.value) };
    case 'gzip': {
      const packed = gzipSync(answer.body);
      return {
        ...answer,
        headers: { ...answer.headers, 'content-encoding': 'gzip' },
        body: packed.subarray(0, Math.floor(packed.length * change.keeps)),
      };
    }
    case 'next':
      return withNext(answer, addressOf(change.to, asked, elsewhere));
    case 'delivery':
      return { ...answer, delivery: change.delivery };
  }
}

function addressOf(
  to: Extract<AnswerChange, { what: 'next' }>['to'],
  asked: string,
  elsewhere: string,
): string {
  switch (to) {
    case 'itself':
      return asked;
    case 'elsewhere':
      return asked.replace(/^https?:\/\/[^/]+/, elsewhere);
    case 'nowhere':
      return 'http://';
    case 'file':
      return 'file:///etc/passwd';
    case 'relative':
      return '//evil.example/x';
  }
}

/** Bitbucket says it in the body, GitHub in a header. */
function withNext(answer: HostAnswer, address: string): HostAnswer {
  const data = dataOf(answer.body);
  if (typeof data === 'object' && data !== null && 'values' in data) {
    return { ...answer, body: Buffer.from(JSON.stringify({ ...data, next: address })) };
  }
  return { ...answer, headers: { ...answer.headers, link: `<${address}>; rel="next"` } };
}

function withHeader(
  before: Readonly<Record<string, string>>,
  name: string,
  value: string | null,
): Readonly<Record<string, string>> {
  const { [name]: _, ...others } = before;
  return value === null ? others : { ...others, [name]: value };
}

function dataOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
