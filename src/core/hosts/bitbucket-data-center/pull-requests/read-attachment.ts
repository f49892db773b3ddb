import { decodeUri, encodedPath } from '../../../kernel/base-url.ts';
import type { Method } from '../http/reading.ts';
import { get } from '../http/reading.ts';
import { repositoryAddress } from '../names/names.ts';

/** Attachments are pages: where people sign in elsewhere, those may be closed to tokens. */
const keptBack: readonly number[] = [302, 303, 307, 401, 403];

/**
 * `attachment:{repository's id}/{hash}%2F{name}`, or `attachment:{repository's id}/{number}` in texts of older versions. It
 * is asked for of the repository that the text belongs to, which is where it was uploaded.
 */
export const readAttachment: Method<'readAttachment'> = async (dataCenter, request) => {
  const { path, apiPath } = repositoryAddress(dataCenter, request);
  const parsed = parseAddress(request.address);
  if (parsed === null) return { kind: 'gone' };
  const { maxBytes, signal } = request;
  const at =
    parsed.kind === 'id'
      ? `${apiPath}/attachments/${parsed.id}`
      : `${path}/attachments/${encodedPath(parsed.parts.join('/'))}`;
  const answer = await get(dataCenter, {
    path: at,
    accept: '*/*',
    expects: 'bytes',
    maxBodyBytes: maxBytes,
    expectedStatuses: [...keptBack, 400, 404, 410],
    signal,
  });
  const { bytes, headers, isCut, status } = answer;
  const disposition = headers['content-disposition'] ?? '';
  // A page to sign in on comes without one.
  const isPage = /html/i.test(headers['content-type'] ?? '') && disposition === '';
  if (keptBack.includes(status) || (status === 200 && isPage)) return { kind: 'kept-back' };
  if (status !== 200) return { kind: 'gone' };
  if (isCut === true) return { kind: 'too-large' };
  const name = parsed.kind === 'id' ? fileName(disposition) : (parsed.parts.at(-1) ?? null);
  return { kind: 'file', name: name ?? 'attachment', bytes: bytes ?? new Uint8Array() };
};

type AttachmentAddress =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'file'; readonly parts: readonly string[] };

function parseAddress(address: string): AttachmentAddress | null {
  const match = /^attachment:\d{1,12}\/(.+)$/i.exec(address.trim());
  if (match?.[1] === undefined) return null;
  if (/^\d{1,12}$/.test(match[1])) return { kind: 'id', id: match[1] };
  const parts = decodeUri(match[1]).split('/');
  const isPath = parts.length === 2 && parts.every((part) => !/^\.{0,2}$/.test(part));
  return isPath ? { kind: 'file', parts } : null;
}

function fileName(disposition: string): string | null {
  return /filename="?([^";]{1,200})/i.exec(disposition)?.[1]?.trim() ?? null;
}
