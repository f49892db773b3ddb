import fc from 'fast-check';

/** Of a path: as it stands there, or percent-encoded. Those of fast-check take half a second of a core to put together. */
const character = fc.oneof(
  fc.constantFrom(..."azAZ09-._~!$&'()*+,;=:@"),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map(encodeURIComponent),
);

export const anyPath = fc
  .array(fc.string({ unit: character }))
  .map((segments) => segments.map((one) => `/${one}`).join(''));

export const anyUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), anyPath)
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`);
