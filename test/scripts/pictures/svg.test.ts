import { describe, expect, it } from 'vitest';
import { type Scheme, schemes } from '../../../scripts/pictures/palette.ts';
import { screenSvg } from '../../../scripts/pictures/svg.ts';
import { drawn } from './drawn.ts';

const { dark, light } = schemes;

async function svgOf(
  text: string,
  size?: Parameters<typeof drawn>[1],
  scheme: Scheme = dark,
): Promise<string> {
  return screenSvg({ screen: await drawn(text, size), title: 'a title', label: 'a label', scheme });
}

/** Returns what is drawn, in order; the window's title is the first text. */
function textsOf(svg: string): { text: string; attributes: string }[] {
  return Array.from(svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g), ([, attributes, text]) => ({
    attributes: attributes ?? '',
    text: text ?? '',
  })).slice(1);
}

const columnAt = (attributes: string) =>
  Math.round((Number(/x="([\d.]+)"/.exec(attributes)?.[1]) - 14) / 8.4);
const columnsLong = (attributes: string) =>
  Math.round(Number(/textLength="([\d.]+)"/.exec(attributes)?.[1]) / 8.4);

describe('screenSvg', () => {
  it('escapes what would be markup', async () => {
    const svg = await svgOf('<b>&"x"');
    expect(svg).toContain('>&lt;b&gt;&amp;&quot;x&quot;</text>');
    const label = screenSvg({
      screen: await drawn(''),
      title: '<i>',
      label: 'a & b',
      scheme: dark,
    });
    expect(label).toContain('<title id="title">a &amp; b</title>');
    expect(label).toContain('>&lt;i&gt;</text>');
  });

  it('draws a word and its spaces at once, and puts what comes after a gap into its own place', async () => {
    const texts = textsOf(await svgOf('two words   after'));
    expect(texts.map(({ text }) => text)).toEqual(['two words', 'after']);
    expect(texts.map(({ attributes }) => columnAt(attributes))).toEqual([0, 12]);
    expect(texts.map(({ attributes }) => columnsLong(attributes))).toEqual([9, 5]);
  });

  it('starts and ends each run with a letter, because browsers draw no space there', async () => {
    const texts = textsOf(await svgOf('one\u001b[31m two\u001b[0m three'));
    expect(texts.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(texts.map(({ attributes }) => columnAt(attributes))).toEqual([0, 4, 8]);
    expect(texts.map(({ attributes }) => columnsLong(attributes))).toEqual([3, 3, 5]);
  });

  it('draws frames as lines without gaps between rows, and says which signs they are', async () => {
    const svg = await svgOf('╭──╮\r\n│ok│\r\n╰──╯', { rows: 3 });
    const paths = [
      ...svg.matchAll(/<path d="([^"]+)"[^>]* data-text="([^"]+)" data-at="([^"]+)"/g),
    ];
    expect(paths.map(([, , text, at]) => [text, at])).toEqual([
      ['╭──╮', '0 0'],
      ['│', '1 0'],
      ['│', '1 3'],
      ['╰──╯', '2 0'],
    ]);
    const [top = '', side = '', , bottom = ''] = paths.map(([, path]) => path ?? '');
    // The side begins where the corner above it ends, and ends where the one below begins.
    const [, from, to] = /^M[\d.]+ ([\d.]+)V([\d.]+)$/.exec(side) ?? [];
    expect(top).toContain(`M18.2 ${from}V`);
    expect(bottom).toContain(`M18.2 ${to}V`);
  });

  it('gives a wide character two columns, and a combining one none', async () => {
    const texts = textsOf(await svgOf('\u8868\u8868 e\u0301x ok'));
    expect(texts.map(({ text }) => text)).toEqual(['\u8868\u8868', 'e\u0301', 'x ok']);
    expect(texts.map(({ attributes }) => columnAt(attributes))).toEqual([0, 5, 6]);
    expect(texts.map(({ attributes }) => columnsLong(attributes))).toEqual([4, 1, 4]);
  });

  it('keeps signs of other fonts apart from the words beside them', async () => {
    const texts = textsOf(await svgOf('\u276f one\u2026'));
    expect(texts.map(({ text }) => text)).toEqual(['\u276f', 'one', '\u2026']);
  });

  it('begins a new run with each colour, and with bold', async () => {
    const texts = textsOf(await svgOf('\u001b[31mred\u001b[91mbright\u001b[0mno\u001b[1mbold'));
    const fills = texts.map(({ attributes }) => /fill="([^"]+)"/.exec(attributes)?.[1] ?? null);
    expect(texts.map(({ text }) => text)).toEqual(['red', 'bright', 'no', 'bold']);
    expect(fills[0]).toMatch(/^#/);
    expect(fills[1]).toMatch(/^#/);
    expect(fills[1]).not.toBe(fills[0]);
    expect(fills.slice(2)).toEqual([null, null]);
    expect(texts[3]?.attributes).toContain('font-weight="bold"');
  });

  it('draws dim text between its colour and the background', async () => {
    const [dim] = textsOf(await svgOf('\u001b[2mdim'));
    const fill = /fill="#(..)/.exec(dim?.attributes ?? '')?.[1] ?? '';
    const red = (color: string) => Number.parseInt(color, 16);
    expect(red(fill)).toBeLessThan(red(dark.text.slice(1, 3)));
    expect(red(fill)).toBeGreaterThan(red(dark.background.slice(1, 3)));
  });

  it('draws the same in dark and light, in colours of each', async () => {
    const [onDark, onLight] = await Promise.all(
      [dark, light].map((scheme) => svgOf('plain \u001b[32mdone\u001b[0m', undefined, scheme)),
    );
    const texts = (svg = '') => textsOf(svg).map(({ text }) => text);
    expect(texts(onLight)).toEqual(texts(onDark));
    expect(onDark).toContain('fill="#56d364"');
    expect(onLight).toContain('fill="#1a7f37"');
    expect(onLight).not.toContain(dark.background);
  });

  it('exchanges both colours where they are inverse, also where nothing is written', async () => {
    const svg = await svgOf('a \u001b[7m  b');
    expect(svg).toContain(`height="18" fill="${dark.text}"/>`);
    expect(textsOf(svg).at(-1)?.attributes).toContain(`fill="${dark.background}"`);
  });

  it('takes the sixteen colors and any by its parts, and refuses others of a palette', async () => {
    await expect(svgOf('\u001b[38;5;200mx')).rejects.toThrow(RangeError);
    expect(await svgOf('\u001b[38;2;1;2;3mx')).toContain('fill="#010203">x<');
  });

  it('is as large as the terminal, says what it shows, and refers to nothing', async () => {
    const svg = await svgOf('x', { columns: 100, rows: 30 });
    expect(svg).toMatch(/width="868" height="602" viewBox="0 0 868 602" role="img"/);
    expect(svg).toContain('aria-labelledby="title"');
    expect(svg).toContain('xml:space="preserve"');
    expect(svg).not.toMatch(/<script|href|url\(|<image|<style|\son\w+=/);
  });
});
