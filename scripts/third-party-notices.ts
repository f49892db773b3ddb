import { bundledPackages, licenseText } from './bundle/bundled-packages.ts';

/**
 * The license texts of every package that the bundle contains, as Markdown.
 * @param root the project's folder
 * @param inputs paths of the bundled files, relative to root
 */
export function thirdPartyNotices(root: string, inputs: readonly string[]): string {
  const sections = bundledPackages(root, inputs).map((one) => {
    const title = `## ${one.name} ${one.version} (${one.license})`;
    return `${title}\n\n\`\`\`text\n${licenseText(root, one)}\n\`\`\`\n`;
  });
  return `# Third-party notices\n\nThe program's bundle contains these packages.\n\n${sections.join('\n')}`;
}
