/** Texts as people write them: with mentions, references, addresses, code and lists. */

export function descriptionOf(number: number, mention: string): string {
  return `This moves the settings of module ${number % 13} to their own weights, as agreed with @{${mention}} in ACME-${number}.

* reads each weight **once**
* keeps the order of \`setting0\` to \`setting59\`
* follows #${Math.max(1, number - 1)}

\`\`\`ts
export const setting${number % 60} = { order: ${number % 60}, weight: ${number * 17} };
\`\`\`
`;
}

const remarks = [
  'Should this weight not be a constant? It stands in three places now.',
  'Nit: `order` and `weight` always come together, so a tuple would do as well.\n\n> see the style guide, part 4',
  'I do not follow. What happens with **negative** weights, and with `NaN`?\n\n1. they are sorted first\n2. they are dropped',
  'Looks good to me.\n\n```ts\nconst total = settings.reduce((sum, { weight }) => sum + weight, 0);\n```',
  'Done in the next commit, thank you.',
];

export function remark(options: { seed: number; number: number; mention: string }): string {
  const { seed, number, mention } = options;
  const text = remarks[seed % remarks.length] ?? '';
  if (seed % 3 === 0) return `@{${mention}} ${text}`;
  if (seed % 4 === 0) return `${text}\n\nThe same as in #${Math.max(1, number - 2)}.`;
  return text;
}
