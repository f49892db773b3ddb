import { shellValue } from '../../../../core/kernel/format/shell-quote.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { TokenWay } from './fields.ts';
import { allVariants, hostOf, sourceHosts } from './source-hosts.ts';
import { isComplete, isVerified, targetHostname, waysOf } from './values.ts';
import { type CredentialsContext, proceed, takeGhToken, verify } from './verify.ts';
import { credentialsView } from './view.ts';

/** Takes secrets from the environment and gh only: what is typed here is seen and heard. */
export async function askCredentials(context: CredentialsContext, io: PromptIO): Promise<void> {
  const { store, end } = context;
  await askSource(context, io);
  await askToken(context, io);
  verify(context);
  const { credentials } = await until(store, (state) =>
    (['source', 'target'] as const).every(
      (side) => !isComplete(state.credentials, side) || hasEnded(state.credentials[side]),
    ),
  );
  io.say(['', ...credentialsView(credentials, plainView).lines]);
  if (!isVerified(credentials)) {
    io.say(['', 'Set the missing or wrong variables in the environment, then start again.']);
    end({ kind: 'left', saved: null });
  } else proceed(context);
}

/** Only where the environment does not decide. */
async function askSource({ store }: CredentialsContext, io: PromptIO): Promise<void> {
  const { found } = store.getState().credentials;
  const known = allVariants.filter(({ secret }) => found.has(secret));
  if (known.length === 1) return;
  const offered = known.length === 0 ? sourceHosts.map(({ variants: [first] }) => first) : known;
  const labels = offered.map(({ name, label, secret }) => {
    const host = hostOf({ variant: name }).label;
    return known.length === 0 ? host : `${host}, with ${label} (${secret})`;
  });
  const chosen = offered[await io.choose('Where are the repositories?', labels)];
  const variant = (chosen ?? sourceHosts[0].variants[0]).name;
  store.dispatch({ type: 'credentials', action: { type: 'variant', variant } });
}

/** Offers the tokens that gh uses, where DST_TOKEN is not set. */
async function askToken(context: CredentialsContext, io: PromptIO): Promise<void> {
  const { store } = context;
  const { credentials } = store.getState();
  const others = waysOf(credentials).filter((way) => way !== 'own');
  if (credentials.found.has('DST_TOKEN') || others.length === 0) return;
  const host = targetHostname(credentials) ?? '';
  const labels: Readonly<Partial<Record<TokenWay, string>>> = {
    gh: `Run gh auth token --hostname ${shellValue(host)}`,
  };
  const at = await io.choose(`DST_TOKEN is not set. Which token for ${host}?`, [
    ...others.map((way) => labels[way] ?? `${way} in the environment`),
    'None of these',
  ]);
  const way = others[at];
  if (way === undefined) return;
  store.dispatch({ type: 'credentials', action: { type: 'way', way } });
  if (way !== 'gh') return;
  takeGhToken(context);
  await until(store, (state) => {
    const { gh, ghTask } = state.credentials;
    return gh !== null || (ghTask !== 'asking' && ghTask.status === 'failed');
  });
}
