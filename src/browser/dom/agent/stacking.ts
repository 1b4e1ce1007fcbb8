import { parseColour } from './colours.js';
import { flatParent, localName } from './dom-primordials.js';
import type { Styles } from './styles.js';

const MAX_UP = 30;

/**
 * Does a box with a negative z-index lie behind the ground of something around it? Whatever makes no stacking context is
 * painted above it (CSS 2.2, appendix E).
 */
export function liesBehind(element: Element, styles: Styles): boolean {
  if (!(Number(styles.of(element).zIndex) < 0)) return false;
  let up = flatParent(element);
  for (let level = 0; up !== null && level < MAX_UP; level += 1, up = flatParent(up)) {
    const tag = localName(up);
    // The ground of the root, or of the body in its place, is the canvas.
    if (tag === 'body' || tag === 'html') return false;
    const style = styles.of(up);
    if (makesStackingContext(style)) return false;
    if ((parseColour(style.backgroundColor)?.a ?? 0) >= 0.9 && style.visibility === 'visible') return true;
  }
  return false;
}

function makesStackingContext(style: CSSStyleDeclaration): boolean {
  return (
    (style.position !== 'static' && style.zIndex !== 'auto') ||
    style.position === 'fixed' ||
    style.position === 'sticky' ||
    style.opacity !== '1' ||
    style.transform !== 'none' ||
    style.filter !== 'none' ||
    style.perspective !== 'none' ||
    style.isolation === 'isolate' ||
    style.mixBlendMode !== 'normal' ||
    style.clipPath !== 'none' ||
    style.maskImage !== 'none' ||
    style.backdropFilter !== 'none' ||
    style.willChange !== 'auto' ||
    style.contain !== 'none' ||
    style.containerType !== 'normal' ||
    style.zIndex !== 'auto'
  );
}
