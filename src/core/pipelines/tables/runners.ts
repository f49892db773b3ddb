/** The hosted runner where a step asks for nothing else. */
export const hostedRunner = 'ubuntu-24.04';
export const hostedArmRunner = 'ubuntu-24.04-arm';

/** Memory in GB of Bitbucket's sizes; a standard runner has at least 7. */
export const memoryOfSize: Readonly<Record<string, number>> = {
  '1x': 4,
  '2x': 8,
  '4x': 16,
  '8x': 32,
  '16x': 64,
  '32x': 128,
};

/** The largest size that a standard runner holds in public repositories; private ones get half. */
export const largestStandard = 16;

/** Labels of Bitbucket's own runners, as GitHub names them. */
export const runnerLabels: Readonly<Record<string, readonly string[]>> = {
  'self.hosted': ['self-hosted'],
  linux: ['linux'],
  'linux.arm64': ['linux', 'ARM64'],
  'linux.shell': ['linux'],
  'macos.shell': ['macOS'],
  macos: ['macOS'],
  windows: ['windows'],
};

/** Runners that run scripts without a container. */
export const shellRunners: ReadonlySet<string> = new Set([
  'linux.shell',
  'macos',
  'macos.shell',
  'windows',
]);
