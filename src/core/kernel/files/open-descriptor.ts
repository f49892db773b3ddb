import { resolve } from 'node:path';

const names: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2 };

/** The open descriptor that a path names, as `/dev/stdout` does; `null` for any other path. Pure. */
export function descriptorOf(path: string): number | null {
  const name = resolve(path);
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d{1,9})$/.exec(name)?.[1];
  return number === undefined ? (names[name] ?? null) : Number(number);
}
