const key = (letter: string) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${letter.repeat(43)}`;

/** Public keys that nobody has the other half of. */
export const sampleKeys = {
  build: key('B'),
  project: key('P'),
  /** In more than one repository. */
  shared: key('S'),
} as const;
