import { nullHash } from '../formats/hashes.ts';
import { flush, ProtocolError, packet } from '../protocol/packets.ts';
import type { SmartHttp } from '../protocol/smart-http.ts';
import { recordPush } from './record-push.ts';
import { readReport } from './report-status.ts';
import { emptyPack } from './requests.ts';
import { watchSilence } from './silence.ts';

export interface RefChange {
  /** Full name. */
  readonly ref: string;
  /** Object that the host has there; `null`: nothing. */
  readonly from: string | null;
  /** An object that the host has already; `null`: the ref is deleted. */
  readonly to: string | null;
}

/**
 * Creates, moves or deletes one ref of a host that has all objects already: nothing else is sent.
 * @param options.patience how long the host may say nothing, in milliseconds
 * @returns `refused`: the host, or a rule of the repository, said no to this ref
 * @throws ProtocolError where the host refuses pushes altogether, with its status; or what undici throws: then it is unknown
 *   whether the ref was changed
 */
export async function changeRef(
  http: SmartHttp,
  change: RefChange,
  options: { patience: number },
): Promise<'taken' | 'refused'> {
  const { capabilities } = await http.advertised('git-receive-pack');
  if (change.to === null && !capabilities.has('delete-refs')) return 'refused';
  const silent = new AbortController();
  const silence = watchSilence(options.patience, () =>
    silent.abort(new ProtocolError('The host did not respond')),
  );
  const body = changeRequest(change, capabilities);
  const taken = await recordPush(http, [change], () =>
    silence.during(
      http
        .post('git-receive-pack', body, silent.signal)
        .then((answer) => readReport(silence.heard(answer), new Set([change.ref]))),
    ),
  );
  return taken.has(change.ref) ? 'taken' : 'refused';
}

/** The command, and a pack without objects unless the ref is deleted (gitprotocol-pack). Pure. */
function changeRequest({ ref, from, to }: RefChange, offered: ReadonlySet<string>): Buffer {
  const none = nullHash(from ?? to ?? '');
  const wanted = ['report-status', 'side-band-64k', 'object-format=sha1'].filter((one) =>
    offered.has(one),
  );
  const command = `${packet(`${from ?? none} ${to ?? none} ${ref}\0 ${wanted.join(' ')}`)}${flush}`;
  return Buffer.concat([Buffer.from(command), ...(to === null ? [] : [emptyPack()])]);
}
