/** An action that workflows use, by the commit of its release. */
export interface PinnedAction {
  readonly name: string;
  readonly version: string;
  readonly commit: string;
}

/** Written by `node scripts/pin-actions.ts`, which asks GitHub for the newest release of the same major version. */
export const actions = {
  checkout: {
    name: 'actions/checkout',
    version: 'v6.0.2',
    commit: 'de0fac2e4500dabe0009e67214ff5f5447ce83dd',
  },
  cache: {
    name: 'actions/cache',
    version: 'v5.0.4',
    commit: '668228422ae6a00e4ad889ee87cd7109ec5666a7',
  },
  upload: {
    name: 'actions/upload-artifact',
    version: 'v7.0.1',
    commit: '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a',
  },
  download: {
    name: 'actions/download-artifact',
    version: 'v8.0.1',
    commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c',
  },
  script: {
    name: 'actions/github-script',
    version: 'v9.0.0',
    commit: '3a2844b7e9c422d3c10d287c895573f7108da1b3',
  },
} as const satisfies Readonly<Record<string, PinnedAction>>;
