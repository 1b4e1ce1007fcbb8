/** Live pictures, and what a person drives with. */
export const LIVE_STYLE = `
.live{display:grid;gap:.4rem;min-width:0}.live img,.screen img{width:100%;height:auto;display:block;border:1px solid var(--line);border-radius:10px;background:#fff}
.blank{display:grid;place-items:center;min-height:9rem;padding:1rem;text-align:center;color:var(--soft);border:1px dashed var(--line);border-radius:10px}
.shown{overflow-wrap:anywhere}.shown:has([data-title]:empty){display:none}
.card .live img{aspect-ratio:16/9;object-fit:cover;object-position:top}
.whole{grid-column:1/-1}.wide-facts{grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr))}.links{display:flex;flex-wrap:wrap;gap:.4rem 1.25rem}
.take{display:grid;gap:.7rem;justify-items:start}.take .field{width:100%;max-width:22rem}
.driving{background:var(--amber-wash);color:var(--amber)}.tag.driving{font-weight:650}
body:has(#drive) .bar{border-bottom:4px solid var(--amber)}body:has(#drive) .head h1{color:var(--amber)}.drive .screen img{border:3px solid var(--amber)}
.drive{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
.drive-bar{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}.drive-bar .tabs{flex:1 1 10rem;min-width:0}.drive-bar select{text-overflow:ellipsis}
.screen{touch-action:pinch-zoom;user-select:none;-webkit-user-select:none;cursor:crosshair;border-radius:10px}
.screen:focus-visible{outline-width:4px}.screen:focus{outline:3px solid var(--accent);outline-offset:2px}
.typing{display:grid;grid-template-columns:minmax(0,1fr) auto auto;gap:.6rem;align-items:end}.typing .choice{min-height:2.75rem;align-items:center;white-space:nowrap}.typing .choice input{width:1.15rem;min-height:0;height:1.15rem;accent-color:var(--accent)}
@media (max-width:44rem){.typing{grid-template-columns:minmax(0,1fr) auto}.typing .choice{grid-column:1/-1}.drive-bar form{margin-left:auto}.screen{margin:0 -1.25rem;border-radius:0}.screen img{border-radius:0;border-width:1px 0}.screen:focus{outline-offset:0}}
`;
