import { z } from 'zod';
import { Failure } from '../../core/index.js';
import type { CanvasTransform, ElementTarget, Output, PageCanvas } from '../../core/index.js';
import { sessionAndTabFields } from '../define-tool.js';
import { optionalTarget } from '../target-input.js';
import type { TargetInput } from '../target-input.js';
import { said } from '../view-output.js';

const finite = z.number().min(-1e12).max(1e12);
const point = z.strictObject({ x: finite, y: finite });

/** The arguments of both directions. */
export const mappingInput = () =>
  z.strictObject({
    points: z.array(point).min(1).max(200),
    transform: z
      .strictObject({
        scale: finite,
        panX: finite,
        panY: finite,
        originX: finite.optional(),
        originY: finite.optional(),
      })
      .optional()
      .describe('screen = origin + world * scale + pan; without it, looked for in the page'),
    ref: z.string().optional().describe('the canvas'),
    selector: z.string().optional(),
    ...sessionAndTabFields,
  });

type Mapping = z.output<ReturnType<typeof mappingInput>>;

export function canvasTarget({ ref, selector }: TargetInput): ElementTarget | undefined {
  return optionalTarget({ ref, selector }, 'look');
}

/** Numbers alone: nothing that a page wrote is in the answer. */
export async function mapPoints(
  page: Pick<PageCanvas, 'findTransform'>,
  { points, transform }: Mapping,
  target: ElementTarget | undefined,
  isToWorld: boolean,
): Promise<Output> {
  const found = transform === undefined ? await page.findTransform(target) : undefined;
  const matrix = found?.transform ?? given(transform);
  const used = isToWorld ? inverse(matrix) : matrix;
  const facts = {
    points: points.map(({ x, y }) => ({
      x: rounded(used.a * x + used.c * y + used.e),
      y: rounded(used.b * x + used.d * y + used.f),
    })),
    ...(found === undefined
      ? {}
      : { found: found.shape, note: "read from the page's own globals: check it before you rely on it" }),
  };
  return said(JSON.stringify(facts), facts);
}

function given(transform: Mapping['transform']): CanvasTransform {
  const { scale, panX, panY, originX = 0, originY = 0 } = transform ?? { scale: 1, panX: 0, panY: 0 };
  return { a: scale, b: 0, c: 0, d: scale, e: panX + originX, f: panY + originY };
}

function inverse({ a, b, c, d, e, f }: CanvasTransform): CanvasTransform {
  const size = a * d - b * c;
  if (!Number.isFinite(1 / size)) throw new Failure('canvas.no-transform', 'the scale is 0, so there is no way back');
  return {
    a: d / size,
    b: -b / size,
    c: -c / size,
    d: a / size,
    e: (c * f - d * e) / size,
    f: (b * e - a * f) / size,
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
