import { Transform } from 'node:stream';

/**
 * Puts exact reasons into the report of a push. A hook can only decline as a whole ("pre-receive hook declined"),
 * while GitHub names a reason for each ref.
 * @param reasons by full ref name; `*` for all others
 */
export function rewritePushReport(answer: Buffer, reasons: ReadonlyMap<string, string>): Buffer {
  const others = readPackets(answer).filter((packet) => packet[0] !== 1);
  const lines = reportLines(answer).map((line) => rewriteLine(line, reasons));
  const inner = Buffer.concat([...lines.map((line) => writePacket(Buffer.from(line))), flush]);
  const packets = [...others];
  for (let at = 0; at < inner.length; at += maxPart) {
    packets.push(Buffer.concat([Buffer.from([1]), inner.subarray(at, at + maxPart)]));
  }
  return Buffer.concat([...packets.map(writePacket), flush]);
}

/** The refs that a push has changed, by its report. */
export function changedRefs(answer: Buffer): ReadonlySet<string> {
  return new Set(reportLines(answer).flatMap((line) => /^ok (.+)\n?$/.exec(line)?.[1] ?? []));
}

const flush = Buffer.from('0000');
const maxPart = 65_000;

/** Keeps the flush back that ends a report until all has been written: a pusher may stop reading at it. */
export function holdFlush(): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk]);
      const end = Math.max(0, all.length - flush.length);
      held = all.subarray(end);
      done(null, all.subarray(0, end));
    },
    flush(done) {
      done(null, held);
    },
  });
}

/** Returns the lines in the first of the channels that the response consists of. */
function reportLines(answer: Buffer): readonly string[] {
  const report = readPackets(answer)
    .filter((packet) => packet[0] === 1)
    .map((packet) => packet.subarray(1));
  return readPackets(Buffer.concat(report)).map((line) => line.toString('utf8'));
}

function rewriteLine(line: string, reasons: ReadonlyMap<string, string>): string {
  const match = /^ng (\S+) /.exec(line);
  const reason = match?.[1] === undefined ? undefined : (reasons.get(match[1]) ?? reasons.get('*'));
  return reason === undefined ? line : `ng ${match?.[1]} ${reason}\n`;
}

function readPackets(data: Buffer): readonly Buffer[] {
  const packets: Buffer[] = [];
  let at = 0;
  while (at + 4 <= data.length) {
    const length = Number.parseInt(data.toString('latin1', at, at + 4), 16);
    if (Number.isNaN(length)) break;
    if (length > 4) packets.push(data.subarray(at + 4, at + length));
    at += Math.max(length, 4);
  }
  return packets;
}

function writePacket(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from((data.length + 4).toString(16).padStart(4, '0')), data]);
}
