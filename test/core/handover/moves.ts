import { type Moves, movesOf } from '../../../src/core/handover/repository-move.ts';

/** Two repositories of Bitbucket Cloud, one of whose names begins with the other's. */
export const cloudMoves: Moves = movesOf({
  kind: 'bitbucket-cloud',
  gitUrl: 'https://bitbucket.org',
  aliases: [],
  repositories: [
    { path: 'Acme/web', newUrl: 'https://github.com/acme-inc/web' },
    { path: 'Acme/web.api', newUrl: 'https://github.com/acme-inc/api' },
  ],
});

/** A Data Center below a context path, with another name for SSH; one repository is personal. */
export const dataCenterMoves: Moves = movesOf({
  kind: 'bitbucket-data-center',
  gitUrl: 'https://git.acme.example/bitbucket/scm',
  aliases: ['ssh.acme.example'],
  repositories: [
    { path: 'SHOP/web', newUrl: 'https://ghe.acme.example/acme/web' },
    { path: '~Jane/notes', newUrl: 'https://ghe.acme.example/acme/jane-notes' },
  ],
});
