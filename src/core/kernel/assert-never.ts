/** For the `default:` of a switch over a union: the compiler refuses it while a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`not a known case: ${JSON.stringify(value)}`);
}
