import {
  type ExpectedShapes,
  observeShapes,
} from '../../../src/core/hosts/shared/shapes/observe-shapes.ts';
import type { HttpClient } from '../../../src/core/network/http/http-client.ts';
import type { HttpResponse } from '../../../src/core/network/response/response.ts';
import type { ShapeNote } from '../../../src/core/ports/records/shape-notes.ts';
import type { Exchange } from './source-traffic.ts';

/** Returns what is noted of answers, once each: `unknown-field GET /user .name text`. */
export async function notesOf(
  exchanges: readonly Exchange[],
  expected: ExpectedShapes,
): Promise<readonly string[]> {
  const noted: string[] = [];
  let at = 0;
  const client = observeShapes<HttpClient>(
    {
      host: 'host',
      request: async () => answerOf(exchanges[at]),
    },
    expected,
    { note: (note, name = '') => noted.push(noteText(note, name)) },
  );
  for (at = 0; at < exchanges.length; at += 1) {
    const { method, path, query, json } = exchanges[at] as Exchange;
    const expects = json === null ? 'text' : 'json';
    await client.request({
      method: method as 'GET',
      path,
      query: Object.fromEntries(query),
      creates: false,
      expects,
    });
  }
  return noted;
}

function answerOf(exchange: Exchange | undefined): HttpResponse {
  if (exchange === undefined) throw new Error('No more answers');
  return { status: exchange.status, headers: {}, json: exchange.json };
}

function noteText({ deviation, route, place, sent }: ShapeNote, name: string): string {
  return [deviation, route, place, sent, name].filter((part) => part !== '').join(' ');
}
