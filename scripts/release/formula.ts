import type { Checksums } from './checksums.ts';

/** Names of the executables as `gh extension install` looks for them: `OS-ARCH` at the end. */
export const executables = {
  'linux-amd64': 'gh-migrator-linux-amd64',
  'linux-arm64': 'gh-migrator-linux-arm64',
  'darwin-amd64': 'gh-migrator-darwin-amd64',
  'darwin-arm64': 'gh-migrator-darwin-arm64',
} as const;

/**
 * The formula for a Homebrew tap. Pure.
 * @param options.repository `owner/name` on GitHub
 * @throws where an executable has no checksum
 */
export function homebrewFormula(options: {
  readonly version: string;
  readonly repository: string;
  readonly description: string;
  readonly checksums: Checksums;
}): string {
  const { version, repository, description, checksums } = options;
  const download = (platform: keyof typeof executables) => {
    const name = executables[platform];
    const digest = checksums.get(name);
    if (digest === undefined) throw new Error(`${name} has no checksum`);
    const url = `https://github.com/${repository}/releases/download/v${version}/${name}`;
    return `url ${ruby(url)}\n      sha256 ${ruby(digest)}`;
  };
  const system = (name: string, of: 'darwin' | 'linux') => `  on_${name} do
    on_arm do
      ${download(`${of}-arm64`)}
    end
    on_intel do
      ${download(`${of}-amd64`)}
    end
  end
`;
  return `class Migrator < Formula
  desc ${ruby(description.replace(/\.$/, ''))}
  homepage ${ruby(`https://github.com/${repository}`)}
  version ${ruby(version)}
  license "Apache-2.0"

  depends_on "git"

${system('macos', 'darwin')}
${system('linux', 'linux')}
  def install
    bin.install Dir["gh-migrator-*"].first => "migrator"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/migrator --version")
  end
end
`;
}

/** A string of Ruby in which nothing is evaluated. */
function ruby(text: string): string {
  return `"${text.replace(/["\\#]/g, '\\$&')}"`;
}
