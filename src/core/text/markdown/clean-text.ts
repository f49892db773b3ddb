import { withoutMarkers } from '../context/marker.ts';

/** A terminal's control sequence, as a whole: its parameters are no text. */
const controlSequence = /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]/g;
const lineEnd = /\r\n?|[\u0085\u2028\u2029]/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Bidirectional marks, embeddings, overrides and isolates. Right-to-left letters order themselves without them. */
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u206a-\u206f]/g;
/** Characters without any shape, save the joiners and selectors that writing systems and emoji need. */
const invisible =
  /[\u00ad\u2060-\u2065\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}]|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]+|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * A text of the source without what acts on a terminal, reorders or hides other text, or could be read as a marker of
 * ours. Lines end with a line feed; every visible character stays.
 */
export function cleanText(text: string): string {
  const cleaned = text
    .replace(controlSequence, '')
    .replace(lineEnd, '\n')
    .replace(controls, '')
    .replace(bidirectional, '')
    .replace(invisible, '')
    .replace(loneSurrogate, '\ufffd');
  return withoutMarkers(cleaned);
}
