import type { Calibration, ProbeResult } from '../../../calibration/probes/findings.ts';
import { html } from '../../../kernel/format/html-text.ts';
import { chip, type Tone, table, time } from './parts.ts';

/** Describes what a calibration has proved on the target itself. */
export function calibrationSection({ host, hostVersion, at, results }: Calibration): string {
  const rows = results.map(({ expected, seen, verdict, consequence }) => {
    const [tone, text] = verdicts[verdict];
    const so = verdict === 'other' ? consequence : '';
    return `<tr><td>${chip(tone, text)}</td><th scope="row">${html(expected)}</th><td>${html(seen)}</td><td>${html(so)}</td></tr>`;
  });
  const version = hostVersion === null ? '' : ` ${hostVersion}`;
  return `<section id="calibration">
<h2>What was proved on ${html(host)}</h2>
<p class="quiet">Calibration of ${html(host)}${html(version)}, ${time(new Date(at).toISOString())}</p>
${table({ caption: 'Probes', heads: ['Result', 'Expected', 'Seen', 'So'], rows, style: 'four probes' })}
</section>`;
}

const verdicts: Readonly<Record<ProbeResult['verdict'], readonly [Tone, string]>> = {
  'as-expected': ['good', 'as expected'],
  other: ['note', 'other'],
  failed: ['bad', 'could not be tried'],
  'not-probed': ['plain', 'not probed'],
};
