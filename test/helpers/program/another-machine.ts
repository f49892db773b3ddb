/**
 * Loaded by the program before all else (`NODE_OPTIONS=--import=…`): makes it seem to run on another machine, with that
 * one's name and clock.
 */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const { TEST_HOSTNAME, TEST_CLOCK_AHEAD } = process.env;

if (TEST_HOSTNAME !== undefined) {
  os.hostname = () => TEST_HOSTNAME;
  syncBuiltinESMExports();
}

if (TEST_CLOCK_AHEAD !== undefined) {
  const Real = Date;
  const now = () => Real.now() + Number(TEST_CLOCK_AHEAD);
  globalThis.Date = new Proxy(Real, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
