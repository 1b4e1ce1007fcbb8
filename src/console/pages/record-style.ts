/** The record's slider over pictures, its entries' buttons, and the pages of facts. */
export const RECORD_STYLE = `
.scrub-view{display:grid;gap:.6rem;grid-template-columns:minmax(0,1fr);background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem}
.scrub-view img{width:100%;max-width:44rem;max-height:26rem;object-fit:contain;object-position:top left;display:block;margin:0 auto;border:1px solid var(--line);border-radius:10px;background:#fff}
.scrub-bar{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:.6rem;align-items:center}.scrub-bar input[type=range]{padding:0;border:0;background:none;accent-color:var(--accent)}/* Of the slider the knob shows the focus. */.scrub-bar input[type=range]:focus-visible{outline:none}.scrub-bar input[type=range]:focus-visible::-webkit-slider-thumb{outline:3px solid var(--accent);outline-offset:2px}.scrub-bar input[type=range]:focus-visible::-moz-range-thumb{outline:3px solid var(--accent);outline-offset:2px}.ticks{display:flex;justify-content:space-between;grid-column:2;padding:0 .35rem;margin-top:-1.15rem;pointer-events:none}.ticks i{width:2px;height:.5rem;background:var(--soft)}
.scrub-bar button{font-size:1.3rem;line-height:1;min-width:2.75rem;padding:.3rem}
.strip{display:flex;gap:.7rem;overflow-x:auto;padding:.3rem .2rem .6rem}.strip li{flex:0 0 10.5rem;display:grid;gap:.2rem}.strip a{display:block;border-radius:8px}.strip img{width:100%;aspect-ratio:16/10;object-fit:cover;object-position:top left;border:1px solid var(--line);border-radius:8px;background:#fff;display:block}
.strip a[aria-current]{outline:3px solid var(--accent);outline-offset:1px}.strip .hint{font-size:.72rem}
.entry.here{background:var(--wash);border-left-color:var(--accent)}.entry:target{scroll-margin-top:6rem}.entry{scroll-margin-top:6rem}
.copies{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}.copy{min-height:1.9rem;padding:.1rem .6rem;font-size:.82rem;font-weight:500}
.when{display:grid;gap:.4rem;align-content:start}#entries[aria-busy=true] .timeline{opacity:.6}#entries{display:grid;gap:1rem}
.search-row{display:flex;gap:.6rem;align-items:end}.search-row .field{flex:1}
.level-ok{color:var(--green)}.level-warn{color:var(--amber)}.level-fail{color:var(--red)}.level{font-weight:650}
.filters:has(.filter-more){grid-template-columns:minmax(0,1fr) auto}.filter-more{grid-column:1/-1;grid-row:2}.filter-more summary{cursor:pointer;color:var(--soft);min-height:2rem}.filter-more .grid-fields{grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));padding-top:.4rem}
.grid-fields{display:grid;gap:.9rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));align-items:end}
textarea{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:9px;padding:.55rem .8rem;width:100%;min-width:0;min-height:4.5rem;resize:vertical}
.handed{width:100%;max-width:60rem;margin:0 auto;padding:1.25rem;display:grid;gap:1.25rem;grid-template-columns:minmax(0,1fr)}.link-form{display:inline}.link-form button{min-height:2rem;padding:.2rem .8rem;font-size:.9rem;font-weight:500}.links{align-items:center}
.link-box{display:flex;gap:.6rem;align-items:center;flex-wrap:wrap}.link-box code{overflow-wrap:anywhere;background:var(--paper);border:1px solid var(--line);border-radius:9px;padding:.5rem .8rem;min-width:0;flex:1 1 16rem}
.rows dt:has(code)::first-letter,#keys .rows dt::first-letter{text-transform:none}
#keys{max-width:min(32rem,calc(100vw - 2rem));border:1px solid var(--line);border-radius:14px;padding:1.5rem;background:var(--card);color:var(--ink)}#keys::backdrop{background:rgb(0 0 0/.45)}#keys h2{margin-bottom:.8rem}#keys .rows>div{grid-template-columns:7rem minmax(0,1fr)}#keys .hint,#keys form{margin-top:1.1rem}
kbd{font:inherit;font-size:.9rem;border:1px solid var(--line);border-bottom-width:2px;border-radius:6px;padding:.05rem .45rem;background:var(--paper)}footer.wide{display:flex;flex-wrap:wrap;gap:.6rem}
main .hint,main .level,main .empty,main .notice{overflow-wrap:anywhere}
@media (max-width:44rem){main button{white-space:normal}.row.wraps{flex-wrap:wrap}.row.wraps>:first-child{flex:1 1 100%}.filter-more .grid-fields{grid-template-columns:1fr 1fr}.when{grid-template-columns:minmax(0,1fr) auto;align-items:center}.filters:has(.filter-more){gap:.5rem .6rem}.filters:has(.filter-more) .buttons{grid-column:auto;flex-wrap:nowrap}.filters .buttons>*{padding:.55rem .7rem}.search-row{flex-wrap:wrap}.scrub-view{padding:.8rem}}
.sides{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem 2rem}.sides>div{display:grid;gap:.5rem;align-content:start;justify-items:start;min-width:0;overflow-wrap:anywhere}.sides .level-ok.big{color:var(--green)}.sides .level-fail.big{color:var(--red)}
@media print{.bar,footer,.filters,.copies,.scrub-bar{display:none}}
`;
