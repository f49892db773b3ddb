import { from, type Node } from '../emit/node.ts';
import type { Findings } from '../findings/finding.ts';
import { literal } from '../jobs/expressions.ts';
import type { Step } from '../model/step.ts';
import { uses } from './action.ts';

/** Fetches the identity token of the job into Bitbucket's variable. */
export function identityTokenSteps({ oidc }: Step, findings: Findings): readonly Node[] {
  if (oidc === null) return [];
  findings.changed(
    oidc.place,
    'GitHub issues the identity token, with a different issuer, audience and subject',
    'Configure your cloud provider to trust token.actions.githubusercontent.com with the subject repo:OWNER/REPOSITORY:*.',
  );
  const [audience] = oidc.value;
  const asked = audience === undefined ? '' : literal(JSON.stringify(audience));
  if (oidc.value.length > 1) {
    findings.lost(
      oidc.place,
      'The token is requested for the first audience only',
      'Fetch one token for each.',
    );
  }
  return [
    from(
      {
        name: 'Fetch the identity token',
        uses: uses('script'),
        with: {
          script: [
            `const token = await core.getIDToken(${asked});`,
            'core.setSecret(token);',
            "core.exportVariable('BITBUCKET_STEP_OIDC_TOKEN', token);",
            '',
          ].join('\n'),
        },
      },
      oidc.place,
      { path: `${oidc.place.path}.audiences`, line: oidc.place.line },
    ),
  ];
}
