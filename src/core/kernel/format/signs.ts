/** Signs of what came out, where a person looks at a terminal. */
export interface Signs {
  readonly good: string;
  readonly warning: string;
  readonly bad: string;
  readonly arrow: string;
  readonly separator: string;
}

/**
 * Unicode where the locale says UTF-8. The Linux console lacks most signs, and in East Asian locales terminals draw some of
 * them two columns wide: both get ASCII.
 */
export function hasUnicode(environment: Readonly<Record<string, string | undefined>>): boolean {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /utf-?8/i.test(locale) && !/^(zh|ja|ko)/i.test(locale) && environment.TERM !== 'linux';
}

export const unicodeSigns: Signs = {
  good: '✓',
  warning: '!',
  bad: '✗',
  arrow: '→',
  separator: '·',
};

export const asciiSigns: Signs = {
  good: '+',
  warning: '!',
  bad: 'x',
  arrow: '->',
  separator: '|',
};
