import {
  type PushRejection,
  type RejectionContext,
  type RejectionRule,
  rejection,
  shortened,
} from './push-rejection-rule.ts';

/** Refusals by names, rules, rights and hooks; the last takes whatever a hook says. */
export const policyRules: readonly RejectionRule[] = [
  hiddenRef,
  refName,
  workflowScope,
  privateEmail,
  secrets,
  ruleViolations,
  archived,
  shallowUpdate,
  protectedRef,
  hookDeclined,
];

function hiddenRef({ reason, subject }: RejectionContext): PushRejection | null {
  if (!/deny updating a hidden ref/i.test(reason)) return null;
  return rejection('content', `${subject}: the host reserves this name (hidden ref)`, {
    hint: 'Rename or delete the ref on Bitbucket, then migrate again.',
  });
}

function refName({ text, reason, subject }: RejectionContext): PushRejection | null {
  const pattern =
    /funny refname|invalid ref(name| name)|refname (is )?too long|ref name .{0,80}(long|not allowed|invalid)|GH002/i;
  const found = pattern.exec(`${reason}\n${text}`)?.[0];
  if (found === undefined) return null;
  return rejection('content', `${subject}: the name is not allowed (${found})`, {
    hint: 'Rename the branch or tag on Bitbucket, then migrate again.',
    detail: text,
  });
}

function workflowScope({ text, reason, subject }: RejectionContext): PushRejection | null {
  const pattern =
    /refusing to allow .{1,60} to create or update workflow `?([^`\n]{1,1000}?)`? without `?workflows?`? (scope|permission)/i;
  const path = pattern.exec(`${reason}\n${text}`)?.[1];
  if (path === undefined) return null;
  return rejection('content', `${subject}: the token cannot push the workflow file ${path}`, {
    code: 'permission',
    hint: 'Give DST_TOKEN the `workflow` scope, or Workflows (write) if it is fine-grained, then resume.',
  });
}

function privateEmail({ text, subject }: RejectionContext): PushRejection | null {
  if (!/GH007|publish a private e-?mail/i.test(text)) return null;
  return rejection(
    'content',
    `${subject}: the push would publish a private email address (GH007)`,
    {
      hint: 'In the email settings of DST_TOKEN\'s account, disable "Block command line pushes that expose my email", then resume.',
    },
  );
}

function secrets({ text, subject }: RejectionContext): PushRejection | null {
  if (!/Push cannot contain secrets|GITHUB PUSH PROTECTION/i.test(text)) return null;
  const addresses = [
    ...text.matchAll(/https:\/\/[^\s"'<>]{1,300}\/unblock-secret\/[\w-]{1,100}/g),
  ].map((match) => match[0]);
  const kinds = [...text.matchAll(/[—-]{2,}\s*([^—\n-][^—\n]{1,60}?)\s*[—-]{2,}/g)].map(
    (match) => match[1],
  );
  const what = kinds.length === 0 ? 'secrets' : `secrets (${[...new Set(kinds)].join(', ')})`;
  const open =
    addresses.length === 0
      ? 'open the links that the host lists'
      : `open ${addresses.join(' and ')}`;
  return rejection('content', `${subject}: push protection found ${what} (GH013)`, {
    hint: `Revoke the secrets, then ${open} to allow them, or disable push protection for this repository during the migration. Then resume; the host shows five at a time.`,
    detail: text,
  });
}

function ruleViolations({ text, reason, subject, ref }: RejectionContext): PushRejection | null {
  const all = `${text}\n${reason}`;
  if (!/GH013|rule violations/i.test(all)) return null;
  const named = /GH013: Repository rule violations found for (refs\/\S+?)\.?\n/.exec(text)?.[1];
  const found = [...text.matchAll(/^\s*- (.{1,200})$/gm)].map((match) => match[1]?.trim());
  const violated = [...new Set(found)].slice(0, 5);
  const list = violated.length === 0 ? '' : `: ${violated.join('; ')}`;
  const about = named === undefined || named === ref ? '' : ` for ${named}`;
  return rejection(
    'content',
    `${subject}: it violates an organization or repository rule (GH013)${about}${list}`,
    {
      hint: "Let DST_TOKEN's account bypass the ruleset, or disable the ruleset during the migration, then resume.",
      detail: text,
    },
  );
}

function archived({ text, subject }: RejectionContext): PushRejection | null {
  if (!/repository was archived so it is read-only/i.test(text)) return null;
  return rejection('content', `${subject}: the repository is archived`, {
    code: 'permission',
    hint: 'Unarchive the repository on GitHub, then resume.',
  });
}

function shallowUpdate({ reason, subject }: RejectionContext): PushRejection | null {
  if (!/shallow update not allowed/i.test(reason)) return null;
  return rejection(
    'content',
    `${subject}: its history is incomplete (shallow update not allowed)`,
    {
      hint: 'The Bitbucket repository itself is shallow. Complete its history, then resume.',
    },
  );
}

function protectedRef({ text, reason, subject }: RejectionContext): PushRejection | null {
  if (!/GH006|protected (branch|tag|ref)/i.test(`${text}\n${reason}`)) return null;
  return rejection('content', `${subject}: it is protected on GitHub (GH006)`, {
    hint: 'Remove the protection during the migration, then resume.',
    detail: text,
  });
}

function hookDeclined({ text, reason, subject }: RejectionContext): PushRejection | null {
  if (!/hook declined/i.test(reason)) return null;
  const said = shortened(text.replaceAll('\n', ' '));
  return rejection('content', `${subject}: ${reason}${said === '' ? '' : ` (${said})`}`, {
    hint: "Ask GitHub's administrator about its pre-receive hooks, then resume.",
    detail: text,
  });
}
