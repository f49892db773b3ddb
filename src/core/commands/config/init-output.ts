import { type ConfigKey, configKeys } from '../../config/config-keys.ts';

/** What was chosen, by the path of its key. */
export type ChosenValues = Readonly<Record<string, string>>;

/** Characters of a line of comment. */
const width = 100;

/**
 * migrator.yaml with every key: what was chosen as it is, the rest as a comment with its default. Pure.
 * @param chosen values as YAML has them
 */
export function commentedConfig(chosen: ChosenValues): string {
  const groups = Map.groupBy(configKeys(), ({ path }) => path.split('.')[0] ?? '');
  const parts = [...groups].map(([group, keys]) => {
    const isUsed = keys.some(({ path }) => path in chosen);
    return [`${isUsed ? '' : '# '}${group}:`, ...keys.flatMap((key) => keyLines(key, chosen))];
  });
  return `${[head, ...parts].map((part) => part.join('\n')).join('\n\n')}\n`;
}

const head = [
  '# The configuration of migrator. Every key is optional: take the # away from a group and a key to change it.',
  '# Credentials do not belong here: they come from environment variables (docs/configuration.md).',
];

function keyLines(key: ConfigKey, chosen: ChosenValues): readonly string[] {
  const name = key.path.split('.').slice(1).join('.');
  const value = chosen[key.path];
  const assignment = `${name}: ${value ?? exampleOf(key)}`;
  return [
    ...wrapped(key.description).map((line) => `  # ${line}`),
    value === undefined ? `#   ${assignment}` : `  ${assignment}`,
  ];
}

/** The default where it is a value, something of the right kind otherwise. */
function exampleOf({ kind, defaultText, choices, path }: ConfigKey): string {
  const word = /^[^\s,;]+/.exec(defaultText)?.[0] ?? '';
  if (kind === 'boolean') return /^(true|false)$/.test(word) ? word : 'true';
  if (kind === 'number') return /^\d+$/.test(word) ? word : '1';
  if (choices !== null) return choices.includes(word) ? word : (choices[0] ?? '');
  if (/^https?:/.test(word)) return word;
  return path.endsWith('url') || path.endsWith('endpoint')
    ? 'https://host.example.com'
    : word || 'value';
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
