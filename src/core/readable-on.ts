interface Channels {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Below this lightness alone lets nobody read it: light grey (#ddd) on white has 1.36, a disabled button's label about 2. */
const MIN_CONTRAST = 1.25;
/** Yellow on white has 0.2, the palest yellow (#ffffe0) 0.04, and a blue that passes for black (#000040) 0.04 on black. */
const MIN_HUE_DISTANCE = 0.13;
/** Light that a screen reflects and adds to every colour: dark colours look alike (WCAG 2.2, contrast ratio). */
const FLARE = 0.05;

/**
 * Can a person read letters of one colour on the other? By lightness, or by hue and saturation: yellow on white is nearly
 * as light, and is seen. Page agent and comparison with the picture share this.
 */
export function isReadableOn(letters: Channels, ground: Channels): boolean {
  const [one, other] = [flared(letters), flared(ground)];
  const [lit, otherLit] = [luminance(one), luminance(other)];
  if (Math.max(lit, otherLit) >= Math.min(lit, otherLit) * MIN_CONTRAST) return true;
  const [[a, b], [otherA, otherB]] = [hue(one), hue(other)];
  return Math.hypot(a - otherA, b - otherB) >= MIN_HUE_DISTANCE;
}

function flared({ r, g, b }: Channels): Channels {
  return { r: linear(r) + FLARE, g: linear(g) + FLARE, b: linear(b) + FLARE };
}

function luminance({ r, g, b }: Channels): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The two axes of Oklab that are not lightness. */
function hue({ r, g, b }: Channels): readonly [number, number] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

function linear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}
