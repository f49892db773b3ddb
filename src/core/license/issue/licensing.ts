import { isEmail } from '../email.ts';
import { plans } from '../plans.ts';
import { communityPrivateKey } from './community-issuer.ts';
import { freeDuration } from './issue-free.ts';
import { issueLicense, licenseId } from './issue-license.ts';

/** What the registration service and the sandbox need of licenses. They import nothing of the program: they get this. */
export const licensing = {
  isEmail,
  issueLicense,
  licenseId,
  communityPrivateKey,
  freeDuration,
  freePlan: plans.free,
};
