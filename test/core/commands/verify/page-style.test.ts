import { describe, expect, it } from 'vitest';
import { verificationStyle as style } from '../../../../src/core/commands/verify/page/style.ts';

type Colors = ReadonlyMap<string, string>;

const schemes: readonly Colors[] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, block = '']) =>
    new Map(
      [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = '', color = '']) => [
        name,
        color,
      ]),
    ),
);

/** Each text with the grounds where it stands. */
const pairs = [
  ...['ink', 'quiet', 'link', 'good', 'bad', 'note', 'plain'].flatMap((text) =>
    ['paper', 'panel'].map((ground) => [text, ground] as const),
  ),
  ...['good', 'bad', 'note', 'plain'].map((tone) => [tone, `${tone}-ground`] as const),
  ['ink', 'plain-ground'] as const,
];

/** As WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colors: Colors, text: string, ground: string): number {
  const found = [text, ground].map((name) => {
    const color = colors.get(name);
    if (color === undefined) throw new Error(`${name} has no color`);
    return luminance(color);
  });
  return (Math.max(...found) + 0.05) / (Math.min(...found) + 0.05);
}

function rule(selector: string): string {
  const at = style.indexOf(`\n${selector} {`);
  if (at === -1) throw new Error(`${selector} has no rule`);
  return style.slice(at, style.indexOf('}', at));
}

describe('the style of the report', () => {
  it('has a light, a dark and a printed scheme', () => {
    expect(schemes).toHaveLength(3);
    expect(style).toContain('@media (prefers-color-scheme: dark)');
  });

  it.each(pairs)(
    'shows %s on %s with a contrast of at least 4.5 in each scheme',
    (text, ground) => {
      for (const colors of schemes) {
        expect(contrast(colors, text, ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('sets no color outside of the schemes', () => {
    const outside = style.replace(/:root \{[^}]*\}/g, '');
    expect(outside).not.toMatch(/#[0-9a-f]{3,8}\b(?=[; ])|rgb|hsl/);
  });

  it('lets no column shrink below its words', () => {
    // Printed addresses alone: they stand in no column whose width they decide.
    const breaking = [...style.matchAll(/^.*overflow-wrap: anywhere.*$/gm)].map(([line]) => line);
    expect(breaking).toEqual([expect.stringContaining('::after')]);
    expect(rule('body')).toContain('overflow-wrap: break-word');
    for (const selector of ['.chip', '.number', '.word', '.many', 'thead th']) {
      expect(rule(selector)).toContain('white-space: nowrap');
    }
    expect(rule('.scroll')).toContain('overflow-x: auto');
  });

  it('prints on white, with exceptions from the second page on and the addresses of links', () => {
    const printed = style.slice(style.indexOf('@media print'));
    expect(schemes[2]?.get('paper')).toBe('#ffffff');
    for (const ground of ['panel', 'good-ground', 'bad-ground', 'note-ground', 'plain-ground']) {
      expect(schemes[2]?.get(ground)).toBe('#ffffff');
    }
    expect(printed).toContain('#compared { order: -1; break-after: page; }');
    expect(printed).toContain('attr(href)');
    expect(printed).toContain('details-content { content-visibility: visible;');
  });
});
