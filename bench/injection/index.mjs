export { CARRIERS } from './carriers.mjs';
export { choosePairs, makeCells } from './choose-cells.mjs';
export { fromTags, fromZeroWidth } from './escape.mjs';
export { cellPage, SECRET } from './hostile-site.mjs';
export { judge } from './judge.mjs';
export { findOrder } from './obey.mjs';
export { PAYLOADS, readPayloads } from './payloads.mjs';
export { listVictims } from './victims.mjs';
