import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/**
 * The licence texts of every package that the bundle contains, as Markdown.
 * @param root the project's folder, with a trailing slash
 * @param inputs paths of the bundled files, relative to root
 */
export function thirdPartyNotices(root: string, inputs: readonly string[]): string {
  const folders = new Set<string>();
  for (const input of inputs) {
    const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
    if (match) folders.add(match[0]);
  }
  const sections = [...folders].sort().map((folder) => section(`${root}${folder}`));
  return `# Third-party notices\n\nThe program's bundle contains these packages.\n\n${sections.join('\n')}`;
}

function section(folder: string): string {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const path = `${folder}/${file ?? ''}`;
  const text = file && existsSync(path) ? readFileSync(path, 'utf8').trim() : '(no licence file)';
  const title = `## ${manifest.name} ${manifest.version} (${manifest.license ?? 'see text'})`;
  return `${title}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}
