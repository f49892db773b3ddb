import { setImmediate as nextTurn } from 'node:timers/promises';

/** Drops what was typed before anything was shown: it answers another screen. Needs raw mode. */
export async function dropEarlyKeys(stdin: NodeJS.ReadStream): Promise<void> {
  const drop = () => {
    while (stdin.read() !== null);
  };
  stdin.on('readable', drop);
  // Reading begins in the first turn, and what is there arrives in the second.
  await nextTurn();
  await nextTurn();
  stdin.off('readable', drop);
  drop();
  // Reading must not keep the process alive where no screen reads on.
  stdin.unref?.();
}
