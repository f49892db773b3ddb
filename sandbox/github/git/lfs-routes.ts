import {
  type BatchObject,
  type BatchRequest,
  isRefusal,
  lfsAnswer,
  lfsRefusal,
  readBatch,
} from '../../lfs/batch.ts';
import { mediaAddress, verifyAction } from '../../lfs/media-server.ts';
import type { Answer } from '../../network/answer.ts';
import { type GitCall, refuseWriting } from './git-call.ts';
import { serveLocks } from './lock-routes.ts';

/** `…/info/lfs/…`: the batch interface and the locks. */
export async function serveGithubLfs(call: GitCall): Promise<Answer> {
  if (!call.host.rules.hasLfs) return lfsRefusal(404, 'Not Found');
  const route = call.address.service.slice('info/lfs/'.length);
  if (route === 'locks' || route.startsWith('locks/')) return serveLocks(call, route);
  if (route !== 'objects/batch' || call.exchange.method !== 'POST') {
    return lfsRefusal(404, 'Not Found');
  }
  const batch = await readBatch(call.exchange);
  if (isRefusal(batch)) return batch;
  if (batch.operation === 'upload') {
    const refusal = refuseWriting(call);
    if (refusal !== null) return refusal;
  }
  const describe = batch.operation === 'upload' ? describeUpload : describeDownload;
  return lfsAnswer(200, {
    transfer: 'basic',
    objects: batch.objects.map((object) => describe(call, object)),
    hash_algo: 'sha256',
  });
}

type Wanted = BatchRequest['objects'][number];

function describeUpload(call: GitCall, { oid, size }: Wanted): BatchObject {
  const max = call.sizes.maxLfsObjectBytes;
  if (size > max) {
    const message = `Size must be less than or equal to ${max}`;
    return { oid, size, error: { code: 422, message } };
  }
  // What is there already needs no action.
  if (call.repository.lfs.size(oid) !== null) return { oid, size };
  const media = mediaOf(call, { oid, size });
  return {
    oid,
    size,
    authenticated: true,
    actions: {
      upload: {
        href: mediaAddress(call.mediaUrl, { ...media, operation: 'PUT' }),
        expires_in: 900,
      },
      verify: verifyAction(call.mediaUrl, media),
    },
  };
}

function describeDownload(call: GitCall, { oid, size }: Wanted): BatchObject {
  if (call.repository.lfs.size(oid) === null) {
    return { oid, size, error: { code: 404, message: 'Object does not exist on the server' } };
  }
  const media = mediaOf(call, { oid, size });
  const href = mediaAddress(call.mediaUrl, { ...media, operation: 'GET' });
  return { oid, size, authenticated: true, actions: { download: { href, expires_in: 3600 } } };
}

function mediaOf(call: GitCall, { oid, size }: Wanted) {
  return { signatures: call.signatures, repository: String(call.repository.id), oid, size };
}
