/** Of a terminal. */
export type Background = 'dark' | 'light';

const reply =
  /\u001b\]11;(?:rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})[^\u0007\u001b]{0,9}|#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))(?:\u0007|\u001b\\)/i;

/** The reply to OSC 11, as in `ESC ] 11 ; rgb:1e1e/1e1e/1e1e BEL`; `null` if the text has none. */
export function backgroundInReply(text: string): Background | null {
  const parts = reply
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (parts === undefined) return null;
  const [red = 0, green = 0, blue = 0] = parts.map(
    (part) => Number.parseInt(part, 16) / (16 ** part.length - 1),
  );
  // Rec. 709 luma.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 ? 'dark' : 'light';
}

/** The text without replies to our questions: a late one would act as keys. */
export function withoutReplies(text: string): string {
  return text.replace(reply, '').replace(/\u001b\[\?[\d;]{1,40}c/, '');
}

/** rxvt and Konsole set `COLORFGBG=15;0`: foreground, background, as numbers of the sixteen colours. */
export function backgroundOfEnvironment({
  COLORFGBG = '',
}: Readonly<Record<string, string | undefined>>): Background | null {
  const color = /^\d+;(?:[^;]*;)?(\d+)$/.exec(COLORFGBG)?.[1];
  if (color === undefined) return null;
  return color === '7' || (Number(color) > 8 && Number(color) < 16) ? 'light' : 'dark';
}
