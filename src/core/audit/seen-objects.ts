import type { Write } from '../ports/records/write.ts';
import { describeBody } from './describe-body.ts';

type Request = Extract<Write, { kind: 'request' }>;
type Fields = Readonly<Record<string, unknown>>;

/** Objects of a host as they were when they were last read or written, so that a change can be recorded with what was before. */
export interface SeenObjects {
  add(read: { readonly host: string; readonly path: string; readonly json: unknown }): void;
  /** Answers of a write show what it has made. */
  wrote(write: Request, answer: { readonly status: number; readonly json: unknown }): void;
  /** The fields that the write changes as they were; nothing where that is not known. */
  before(write: Request): { readonly before?: unknown };
}

const mostObjects = 200;
/** A longer text, of a comment for example, would be kept in memory for a hash. */
const longestText = 1000;

export function createSeenObjects(): SeenObjects {
  /** The one seen last is the last. */
  const objects = new Map<string, Fields>();
  function keep(host: string, path: string, json: unknown): void {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return;
    const key = keyOf(host, path);
    objects.delete(key);
    if (path === '') return;
    objects.set(key, Object.fromEntries(Object.entries(json).filter(isShort)));
    const [oldest] = objects.keys();
    if (objects.size > mostObjects && oldest !== undefined) objects.delete(oldest);
  }
  return {
    add: ({ host, path, json }) => keep(host, path, json),
    wrote({ host, method, path }, { status, json }) {
      if (status >= 300) return;
      const key = keyOf(host, path);
      if (method === 'DELETE') objects.delete(key);
      else if (method === 'POST') keep(host, addressOf(json), json);
      else keep(host, path, json);
    },
    before({ host, method, path, body }) {
      const known = objects.get(keyOf(host, path));
      if (known === undefined) return {};
      if (method === 'DELETE') return { before: describeBody(known) };
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
      const changed = Object.keys(body).filter((key) => Object.hasOwn(known, key));
      if (changed.length === 0) return {};
      return { before: describeBody(Object.fromEntries(changed.map((key) => [key, known[key]]))) };
    },
  };
}

function isShort([, value]: readonly [string, unknown]): boolean {
  if (typeof value === 'string') return value.length <= longestText;
  return value === null || typeof value === 'boolean' || typeof value === 'number';
}

function keyOf(host: string, path: string): string {
  const [address = ''] = path.split('?');
  return `${host} ${address}`;
}

/** GitHub names the address of what it has made. Hostile. */
function addressOf(json: unknown): string {
  const url = (json as { url?: unknown } | null)?.url;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : '';
}
