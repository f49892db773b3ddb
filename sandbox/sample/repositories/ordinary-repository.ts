import { History, type Mark } from '../history/history.ts';
import { projects, type SampleRepository } from '../sample-repository.ts';
import { checkoutPullRequests } from './checkout-pull-requests.ts';
import { webPipelines } from './pipeline-files.ts';

/** A web application of some years: hundreds of commits by six people, features merged, releases tagged. */
export const ordinaryRepository: SampleRepository = {
  facts: {
    slug: 'checkout-web',
    name: 'checkout-web',
    description: 'The checkout of the online shop: basket, address, payment, confirmation.',
    project: projects.shop,
    language: 'typescript',
    createdOn: new Date('2021-02-08T08:15:00.412Z'),
    updatedOn: new Date('2026-10-30T16:42:11.902Z'),
  },
  history() {
    const history = new History({ start: '2021-02-08T08:00:00Z', stepMinutes: 6240 });
    let main = history.commit({
      branch: 'main',
      message: 'Start the checkout',
      changes: {
        'README.md': '# checkout-web\n\nBasket, address, payment, confirmation.\n',
        'package.json': '{\n  "name": "checkout-web",\n  "private": true\n}\n',
        '.gitignore': 'node_modules/\ndist/\n',
        'bitbucket-pipelines.yml': webPipelines,
      },
    });
    for (let feature = 1; feature <= 60; feature += 1) {
      main = addFeature(history, main, feature);
      if (feature % 12 === 0) history.ref(`refs/tags/v1.${feature / 12}.0`, main);
    }
    history.commit({
      branch: 'feature/gift-cards',
      from: main,
      message: 'Sketch gift cards',
      changes: { 'src/gift-card.ts': 'export const giftCards = [];\n' },
    });
    return history;
  },
  pullRequests: checkoutPullRequests,
};

/** Three commits on a branch, one on main meanwhile, and their merge; the branch is gone afterwards. */
function addFeature(history: History, main: Mark, feature: number): Mark {
  const branch = 'refs/heads/main';
  const file = `src/steps/step-${String(feature % 17).padStart(2, '0')}.ts`;
  let tip = main;
  for (let part = 1; part <= 3; part += 1) {
    tip = history.commit({
      branch,
      ...(part === 3 ? { label: `feature ${feature}` } : {}),
      from: tip,
      message: `CHK-${100 + feature}: ${['Add', 'Test', 'Polish'][part - 1]} step ${feature}`,
      changes: { [file]: sourceOf(feature, part) },
    });
  }
  const meanwhile = history.commit({
    branch,
    label: `before ${feature}`,
    from: main,
    message: `Update the texts (${feature})\n\nTranslations as of this week.`,
    changes: { 'texts/de.json': `{ "revision": ${feature}, "pay": "Jetzt kaufen – sofort" }\n` },
  });
  return history.commit({
    branch,
    label: `merge ${feature}`,
    from: meanwhile,
    merges: [tip],
    message: `Merged in feature/CHK-${100 + feature} (pull request #${feature})`,
    changes: { [file]: sourceOf(feature, 3) },
  });
}

function sourceOf(feature: number, part: number): string {
  const lines = [`// Step ${feature}, revision ${part}`];
  for (let line = 0; line < 20 + part * 5; line += 1) {
    lines.push(`export const value${line} = ${feature * line + part};`);
  }
  return `${lines.join('\n')}\n`;
}
