const schemes = new Set(['http', 'https', 'mailto', 'ftp', 'tel']);

/** Whether an address has a scheme such as `javascript:`, however it is disguised. */
export function isOdd(url: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(
    decoded(url).replace(/[\s\u0000-\u001f\u200b-\u200d]/g, ''),
  )?.[1];
  return scheme !== undefined && !schemes.has(scheme.toLowerCase());
}

export function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? null;
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
