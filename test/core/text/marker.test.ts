import { describe, expect, it } from 'vitest';
import {
  createMarkers,
  markerLength,
  withoutMarkers,
} from '../../../src/core/text/context/marker.ts';

const key = Buffer.alloc(32, 7);
const markers = createMarkers({ key, scope: '{repository}' });

describe('markers', () => {
  it('are recognised at the end of a body, with line breaks that a host adds', () => {
    const body = `text\n\n${markers.mark('comment 4/10')}`;
    expect(markers.bears(`${body}\r\n\n`, 'comment 4/10')).toBe(true);
    expect(markers.bears(body, 'comment 4/11')).toBe(false);
    expect(body.length).toBe('text'.length + markerLength);
  });

  it('mean nothing in the middle of a body', () => {
    expect(markers.digestOf(`${markers.mark('comment 4/10')}\nmore`)).toBeNull();
  });

  it('mean nothing with another key or a changed signature', () => {
    const other = createMarkers({ key: Buffer.alloc(32, 8), scope: '{repository}' });
    expect(markers.digestOf(other.mark('comment 4/10'))).toBeNull();
    expect(markers.foreignDigestOf(other.mark('comment 4/10'))).toBe(
      markers.digest('comment 4/10'),
    );
    expect(markers.foreignDigestOf(markers.mark('comment 4/10'))).toBeNull();
    const forged = markers.mark('comment 4/10').replace(/sig=..../, 'sig=0000');
    expect(markers.digestOf(forged)).toBeNull();
  });

  it('differ between repositories', () => {
    const elsewhere = createMarkers({ key, scope: '{another}' });
    expect(elsewhere.mark('comment 4/10')).not.toBe(markers.mark('comment 4/10'));
  });

  it('are taken out of source texts, however they are written', () => {
    const text = withoutMarkers(`a ${markers.mark('comment 4/10')}`);
    expect(markers.digestOf(text)).toBeNull();
    expect(withoutMarkers('<!--  MIGRATOR :1 -->')).not.toContain('<!--  MIGRATOR');
    expect(withoutMarkers('<!-- other -->')).toBe('<!-- other -->');
  });
});
