// A canvas adapter for drawings that keep `app.scene.elements` and `app.viewport`, as Excalidraw does.
import { serve } from './serve.mjs';

async function elements(ask) {
  const found = await ask('canvas.state', { path: ['app', 'scene', 'elements'] });
  if (!Array.isArray(found)) throw new Error('there is no app.scene.elements on this page');
  return found.filter((one) => one?.isDeleted !== true);
}

serve('excalidraw', {
  elements: async (ask, { type }) => {
    const all = await elements(ask);
    return all
      .filter((one) => type === undefined || one.type === type)
      .map(({ id, type: kind, x, y, width, height, text }) => ({ id, type: kind, x, y, width, height, text }));
  },
  locate: async (ask, { id }) => {
    const found = (await elements(ask)).find((one) => one.id === id);
    if (found === undefined) throw new Error('there is no element of this id');
    const { transform } = await ask('canvas.transform', {});
    const [x, y] = [found.x + found.width / 2, found.y + found.height / 2];
    const { a, b, c, d, e, f } = transform;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  },
});
