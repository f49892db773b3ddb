import { type ContactedAddress, contactedAddresses } from '../../doctor/addresses.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { tableLines } from '../../kernel/fold-lines.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';

/** `migrator doctor --addresses`: what a firewall has to let through; contacts nobody. */
export async function listAddresses({ flags, program }: HandlerInput<AppFlags>): Promise<ExitCode> {
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const addresses = contactedAddresses(app.variables, app.config);
  if (flags.json) program.stdout.write(jsonLine({ type: 'addresses', version: 1, addresses }));
  else {
    const lines = tableLines(addresses.map(row), program.stdout.columns ?? null);
    program.stdout.write(lines.map((line) => `${line}\n`).join(''));
  }
  return exitCodes.done;
}

function row({ host, port, protocol, purpose, proxy }: ContactedAddress): readonly string[] {
  const place = port === null ? safe(host ?? '') : `${safe(host ?? '(any host)')}:${port}`;
  return [place, protocol, proxy === null ? purpose : `${purpose}, through ${safe(proxy)}`];
}
