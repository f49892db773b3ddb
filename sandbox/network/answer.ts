import type { Readable } from 'node:stream';

export type AnswerHeaders = Readonly<Record<string, string>>;

/** Describes what a server answers. It never writes to the socket itself, so that every fault can be applied to it. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: string | Uint8Array | Readable | null;
  /** Work that must have ended before the request counts as done: the process that the body comes from. */
  readonly done?: Promise<unknown>;
}

export function jsonAnswer(status: number, value: unknown, headers: AnswerHeaders = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function textAnswer(status: number, body: string, headers: AnswerHeaders = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

export function emptyAnswer(status: number, headers: AnswerHeaders = {}): Answer {
  return { status, headers, body: null };
}

/** The same answer with more headers; those that the answer has itself win. */
export function withHeaders(answer: Answer, headers: AnswerHeaders): Answer {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}
