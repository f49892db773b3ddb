import type { DrawScreens } from '../../core/commands/screens/draw-screens.ts';
import { drawScene } from './draw-scene.tsx';
import { lookOf } from './looks.ts';
import { dashboardScenes } from './scenes/dashboard-scenes.tsx';
import { phaseScenes } from './scenes/phase-scenes.tsx';
import { resultScenes } from './scenes/result-scenes.tsx';
import type { Scene } from './scenes/scene.ts';
import { wizardScenes } from './scenes/wizard-scenes.tsx';

/** Every state of every screen, in the order in which a person meets them. */
export const scenes: readonly Scene[] = [
  ...wizardScenes,
  ...dashboardScenes,
  ...resultScenes,
  ...phaseScenes,
];

/** Draws the scenes whose names contain a text, one after the other. */
export const drawScreens: DrawScreens = async function* ({ size, look, name }) {
  for (const scene of scenes.filter((one) => one.name.includes(name))) {
    yield { name: scene.name, text: await drawScene(scene, { size, look: lookOf(look) }) };
  }
};
