import { MigratorError } from '../../kernel/errors.ts';

/** Seals a value so that only the owner of the key can open it. */
export type Seal = (value: Uint8Array, publicKey: string) => string;

/** Loads libsodium, which nothing else needs, when the first value is sealed. */
export function lazySeal(): () => Promise<Seal> {
  let loading: Promise<Seal> | null = null;
  return () => {
    loading ??= loadSeal();
    return loading;
  };
}

/** @returns a function that gives the sealed box in base64 and throws `bad-answer` if the key is none */
export async function loadSeal(): Promise<Seal> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return (value, publicKey) => {
    const key = Buffer.from(publicKey, 'base64');
    if (key.length !== sodium.crypto_box_PUBLICKEYBYTES) {
      throw new MigratorError('bad-answer', 'GitHub returned an invalid public key', {
        hint: "Check GitHub's API URL, and whether a proxy is answering instead.",
      });
    }
    return Buffer.from(sodium.crypto_box_seal(value, key)).toString('base64');
  };
}
