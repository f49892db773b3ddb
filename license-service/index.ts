/** The distributor's registration service. It imports nothing of the program: what it needs of that is `Licensing`. */
export type { Licensing } from './licensing.ts';
export { createMailer } from './mailer.ts';
export { createRegistration } from './registration.ts';
export { serveRegistrations } from './serve.ts';
