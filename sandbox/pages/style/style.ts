import { html } from '../html.ts';
import { besideStyle } from './beside.ts';
import { bitbucketStyle } from './bitbucket.ts';
import { conversationStyle } from './conversation.ts';
import { githubStyle } from './github.ts';
import { layoutStyle } from './layout.ts';
import { proseStyle } from './prose.ts';

/** The one style sheet of all pages. */
export const style = html`${githubStyle}${bitbucketStyle}${layoutStyle}${conversationStyle}${proseStyle}${besideStyle}`;
