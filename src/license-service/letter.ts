import { dateOf } from '../core/license/license.ts';
import { plans } from '../core/license/plans.ts';

export interface Letter {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail that brings a key. Pure. */
export function registrationLetter(options: {
  from: string;
  to: string;
  key: string;
  expiresAt: number;
}): Letter {
  const { from, to, key, expiresAt } = options;
  const { repositories, workers } = plans.free;
  return {
    from,
    to,
    subject: 'Your migrator license',
    text: [
      'Here is your license for the Free plan of migrator:',
      '',
      key,
      '',
      'It is one long line. Copy all of it, and activate it with',
      '',
      '  migrator license activate <key>',
      '',
      'or, in CI/CD, set MIGRATOR_LICENSE to it.',
      '',
      `It allows ${repositories} repositories a migration and ${workers} worker, until ${dateOf(expiresAt)}.`,
      'If you have not registered, forget this mail: nothing else was done with your address.',
      '',
    ].join('\n'),
  };
}
