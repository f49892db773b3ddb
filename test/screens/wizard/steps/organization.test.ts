import { describe, expect, it } from 'vitest';
import { gitHubNaming } from '../../../../src/core/hosts/github/names/naming.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { TargetOwner } from '../../../../src/core/ports/records/account.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { type Driven, driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

function shown(driven: Driven): readonly string[] {
  return texts(bodyOf(migrationWizard, driven.state(), { width: 79, height: 30, glyphs }).lines);
}

/** The options, with a GitHub that knows one organization more than the token lists. */
async function openOptions() {
  const asked: string[] = [];
  const session = fakeSession();
  session.answers = {
    async findOwner({ name }): Promise<TargetOwner> {
      gitHubNaming.checkOwnerName(name, { setting: 'The target', code: 'input-file' });
      asked.push(name);
      if (name === 'partner') return { id: '9', login: 'Partner', kind: 'organization' };
      throw new MigratorError('not-found', `Organization ${name} not found on api.github.com`, {
        hint: 'Check the name.',
      });
    },
  };
  const driven = await driveTo('options', { session });
  const failed = () => driven.until(({ options }) => options.owner.status === 'failed');
  return { driven, asked, failed };
}

describe('the organization of the options', () => {
  it('is chosen from those that the token lists, or another', async () => {
    const { driven } = await openOptions();
    expect(shown(driven).slice(0, 2)).toEqual([
      '❯ Organization   acme-gh',
      '  ● acme-gh   ○ jane (your account)   ○ another: type its name',
    ]);
    driven.key('left');
    expect(shown(driven).slice(0, 2)).toEqual([
      '❯ Organization    type its name',
      '  ○ acme-gh   ○ jane (your account)   ● another: type its name',
    ]);
  });

  it('is refused in its field where GitHub does not have it', async () => {
    const { driven, failed } = await openOptions();
    driven.key('left');
    driven.type('acme-x');
    driven.key('enter');
    await failed();
    expect(driven.state().step).toBe('options');
    expect(shown(driven).join('\n')).toContain('✗ Organization acme-x not found on api.github.com');
    driven.type('y');
    expect(shown(driven).join('\n')).not.toContain('not found');
  });

  it('is refused without a request where no organization can have its name', async () => {
    const { driven, asked, failed } = await openOptions();
    driven.key('left');
    driven.type('acme gh!');
    driven.key('down');
    await failed();
    expect(shown(driven).join('\n')).toContain('not "acme gh!"');
    expect(asked).toEqual([]);
  });

  it('leads to the review by itself once GitHub has found it', async () => {
    const { driven, asked } = await openOptions();
    driven.key('left');
    driven.type('partner');
    driven.key('enter');
    await driven.until(({ step }) => step === 'review');
    expect(asked).toEqual(['partner']);
  });

  it('is not looked for where the token lists it, in whatever letter case', async () => {
    const { driven, asked } = await openOptions();
    driven.key('left');
    driven.type('ACME-GH');
    driven.key('enter');
    expect(driven.state().step).toBe('review');
    expect(asked).toEqual([]);
  });
});
