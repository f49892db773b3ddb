import { History } from '../history/history.ts';
import { incompressibleBytes } from '../history/random.ts';
import { projects, type SampleRepository } from '../sample-repository.ts';

const images = 12;
const imageBytes = 5 * 1024 * 1024;

/** 60 MB of firmware images in plain Git, which nothing can compress. */
export const binaryRepository: SampleRepository = {
  facts: {
    slug: 'device-firmware',
    name: 'device-firmware',
    description: 'Images of the card readers, from before there was an artefact store.',
    project: projects.device,
    language: 'c',
    createdOn: new Date('2019-05-20T06:45:00.090Z'),
    updatedOn: new Date('2026-07-01T09:00:00.500Z'),
  },
  history() {
    const history = new History({ start: '2019-05-20T06:00:00Z', stepMinutes: 43_200 });
    history.commit({
      branch: 'main',
      message: 'Explain what lies here',
      changes: { 'README.md': '# Firmware images\n\nSigned images, one folder a version.\n' },
    });
    for (let image = 1; image <= images; image += 1) {
      const commit = history.commit({
        branch: 'main',
        message: `Image ${image}`,
        changes: { [`images/reader-${image}.bin`]: incompressibleBytes(imageBytes, image) },
      });
      history.ref(`refs/tags/reader-${image}`, commit);
    }
    return history;
  },
};
