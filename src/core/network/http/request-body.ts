import type { HttpRequest } from './http-request.ts';
import type { RoundTripRequest } from './round-trip.ts';

/** Returns the body as it is sent: a file as it is, a form URL-encoded, anything else as JSON; `null` for none. */
export function bodyOf({ body, form, file }: HttpRequest): RoundTripRequest['body'] {
  if (file !== undefined) return file;
  if (form !== undefined) return new URLSearchParams(form).toString();
  return body === undefined ? null : JSON.stringify(body);
}

/** Returns the headers that say what the body is. */
export function contentTypeOf({ body, form, file }: HttpRequest): Record<string, string> {
  if (file !== undefined) {
    return { 'content-type': 'application/octet-stream', 'content-length': String(file.length) };
  }
  if (form !== undefined) return { 'content-type': 'application/x-www-form-urlencoded' };
  return body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
}
