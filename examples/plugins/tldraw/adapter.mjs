// A canvas adapter for boards that keep `editor.store.records`, `editor.scale` and `editor.offset`, as tldraw does.
import { serve } from './serve.mjs';

async function shapes(ask) {
  const records = await ask('canvas.state', { path: ['editor', 'store', 'records'] });
  if (records === null || typeof records !== 'object') throw new Error('there is no editor.store.records on this page');
  return Object.values(records).filter((one) => one?.typeName === 'shape');
}

serve('tldraw', {
  shapes: async (ask, { type }) => {
    const all = await shapes(ask);
    return all
      .filter((one) => type === undefined || one.type === type)
      .map(({ id, type: kind, x, y, props }) => ({
        id,
        type: kind,
        x,
        y,
        w: props?.w,
        h: props?.h,
        text: props?.text,
      }));
  },
  locate: async (ask, { id }) => {
    const found = (await shapes(ask)).find((one) => one.id === id);
    if (found === undefined) throw new Error('there is no shape of this id');
    const { transform } = await ask('canvas.transform', {});
    const { a, b, c, d, e, f } = transform;
    const [x, y] = [found.x + (found.props?.w ?? 0) / 2, found.y + (found.props?.h ?? 0) / 2];
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  },
});
