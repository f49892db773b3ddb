import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './git-server.ts';

export interface LfsServer {
  /** Answers what belongs to LFS below any repository; to be put into a Git server's `intercept`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Content by oid. */
  readonly objects: Map<string, Buffer>;
  /** Where contents are read and written: an address of its own, as with most hosts. */
  readonly storageUrl: string;
  /** Requests to the storage, with the Authorization header. */
  readonly storageRequests: { line: string; authorization: string | null }[];
  /** May answer a request to the storage itself. */
  interceptStorage: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** May answer the batch request itself, which asks for these objects. */
  interceptBatch: (response: ServerResponse, oids: readonly string[]) => boolean;
  close(): Promise<void>;
}

interface BatchRequest {
  operation: 'download' | 'upload';
  objects: { oid: string; size: number }[];
}

/** The Git LFS batch API with its storage on another address. */
export async function startLfsServer(options: { authorization: string }): Promise<LfsServer> {
  const objects = new Map<string, Buffer>();
  const storage = createServer(async (request, response) => {
    const authorization = request.headers.authorization ?? null;
    self.storageRequests.push({ line: `${request.method} ${request.url}`, authorization });
    if (self.interceptStorage(request, response)) return;
    const oid = (request.url ?? '').slice(1);
    if (request.method === 'PUT') {
      objects.set(oid, await bodyOf(request));
      response.writeHead(200).end();
      return;
    }
    const content = objects.get(oid);
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  const storageUrl = `http://127.0.0.1:${await listen(storage)}`;

  async function batch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== options.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="lfs"' }).end();
      return;
    }
    const wanted = JSON.parse((await bodyOf(request)).toString()) as BatchRequest;
    const oids = wanted.objects.map(({ oid }) => oid);
    if (self.interceptBatch(response, oids)) return;
    const rows = wanted.objects.map(({ oid, size }) => {
      const there = objects.has(oid);
      const href = `${storageUrl}/${oid}`;
      if (wanted.operation === 'upload') {
        return there ? { oid, size } : { oid, size, actions: { upload: { href } } };
      }
      return there
        ? { oid, size, actions: { download: { href } } }
        : { oid, size, error: { code: 404, message: 'Object does not exist on the server' } };
    });
    response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
    response.end(JSON.stringify({ transfer: 'basic', objects: rows }));
  }

  const self: LfsServer = {
    objects,
    storageUrl,
    storageRequests: [],
    interceptStorage: () => false,
    interceptBatch: () => false,
    async handle(request, response) {
      if (!/\/info\/lfs\/objects\/batch$/.test(request.url ?? '')) return false;
      await batch(request, response);
      return true;
    },
    async close() {
      storage.closeAllConnections();
      await new Promise((resolve) => storage.close(resolve));
    },
  };
  return self;
}

/** The pointer file of a content, and its oid. */
export function lfsPointer(content: Buffer): { oid: string; size: number; pointer: string } {
  const oid = createHash('sha256').update(content).digest('hex');
  const size = content.length;
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;
  return { oid, size, pointer };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
