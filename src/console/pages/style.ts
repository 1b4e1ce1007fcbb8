/** System fonts, one accent, light and dark by what the person's system says. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f7f7f5;--card:#fff;--ink:#1d2327;--soft:#5c666d;--line:#dfe1dd;--accent:#17635b;--on-accent:#fff;--wash:#e7f1ef;
--red:#b3261e;--red-wash:#fbe9e7;--orange:#a84a00;--orange-wash:#fdeedd;--amber:#7a5c00;--amber-wash:#fbf3d5;--green:#1f6b35;--green-wash:#e5f3e8;--blue:#2b4f8f;--blue-wash:#e9eff9}
@media (prefers-color-scheme:dark){:root{--paper:#15191b;--card:#1d2326;--ink:#e6e9e8;--soft:#9ba6a9;--line:#323a3d;--accent:#6cc4b6;--on-accent:#0c1f1c;--wash:#1d302d;
--red:#ff9d94;--red-wash:#3c2220;--orange:#ffb26b;--orange-wash:#3a2a1a;--amber:#e8c85a;--amber-wash:#35301b;--green:#8bd39c;--green-wash:#1d3123;--blue:#a9c3f5;--blue-wash:#202a3c}}
*{box-sizing:border-box}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",sans-serif;background:var(--paper);color:var(--ink)}
body{margin:0;min-height:100vh;display:flex;flex-direction:column}
h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.02em;font-weight:650}
h2{font-size:1.15rem;line-height:1.35;font-weight:650}h3{font-size:1.05rem;font-weight:650}
small{font-size:.9em;font-weight:400;color:var(--soft)}ul,ol{list-style:none}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}main:focus{outline:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999px;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:2}.skip:focus{left:1rem}
.wide{width:100%;max-width:66rem;margin:0 auto;padding:0 1.25rem}
.narrow{width:100%;max-width:30rem;margin:12vh auto 2rem;padding:0 1.25rem;display:grid;gap:1.25rem}
.bar{background:var(--card);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:1}
.bar .wide{display:flex;align-items:center;gap:.25rem 1.5rem;min-height:3.75rem}
.brand{display:inline-flex;align-items:center;gap:.55rem;font-weight:700;color:var(--ink);text-decoration:none}.brand svg{color:var(--accent)}
nav ul{display:flex;gap:.15rem}nav li a{display:flex;align-items:center;gap:.4rem;padding:.5rem .8rem;border-radius:8px;color:var(--soft);text-decoration:none;font-weight:550}
nav li a:hover{color:var(--ink);background:var(--paper)}nav li a[aria-current]{color:var(--accent);background:var(--wash)}
.count{display:inline-block;position:relative;white-space:nowrap;background:var(--red);color:var(--card);border-radius:1rem;min-width:1.4rem;padding:0 .4rem;font-size:.8rem;line-height:1.4rem;text-align:center;font-weight:700}
.leave{margin-left:auto}
main.wide{flex:1;display:grid;gap:2rem;align-content:start;padding-top:2.25rem;padding-bottom:3rem}
main section{display:grid;gap:1rem;align-content:start;min-width:0}#silent:empty,#none:empty,#grants:empty,section:has(>#grants:empty){display:none}
.head{display:grid;gap:.35rem}.head p,.hint{color:var(--soft)}.hint{font-size:.9rem}
footer.wide{padding-bottom:2.5rem}
button,.button{font:inherit;font-weight:600;border:1px solid transparent;border-radius:9px;padding:.55rem 1.1rem;min-height:2.75rem;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center;white-space:nowrap}
button:disabled{opacity:.45;cursor:default}
.yes{background:var(--accent);color:var(--on-accent)}.no,.stop{background:var(--card);color:var(--red);border-color:currentColor}
.no:hover,.stop:hover{background:var(--red-wash)}.yes:hover{filter:brightness(1.08)}
.quiet{background:transparent;color:var(--soft);border-color:var(--line)}.quiet:hover{color:var(--ink);background:var(--card)}.bar .quiet{border-color:transparent;padding:.4rem .7rem;min-height:2.4rem;font-weight:500}
.buttons{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.notice{padding:.8rem 1.1rem;border-radius:10px;background:var(--green-wash);color:var(--green)}.notice.refused{background:var(--red-wash);color:var(--red)}
[hidden]{display:none!important}
.row{display:flex;gap:1rem;align-items:center;justify-content:space-between}.row>:first-child{min-width:0;overflow-wrap:anywhere}.row .buttons{flex-wrap:nowrap}.card>.row{flex-wrap:wrap;gap:.5rem 1rem}.card>.row>:first-child{flex:1 1 max-content;max-width:100%}.facts+.tags{margin-top:.8rem}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr))}.cards.one{grid-template-columns:minmax(0,1fr)}.cards:empty{display:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem;display:grid;gap:.8rem;align-content:start;min-width:0}
.card,.card article,.answer,#grants{grid-template-columns:minmax(0,1fr)}.card article{display:grid;gap:1rem;min-width:0}.buttons button{white-space:normal}#grants{display:grid;gap:1rem}
.where{overflow-wrap:anywhere;color:var(--soft)}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(8.75rem,calc(50% - .4rem)),1fr));gap:.7rem .8rem}.facts dt,.rows dt{color:var(--soft);font-size:.85rem}.facts dd{overflow-wrap:anywhere}
.rows{display:grid;gap:.5rem}.rows dt::first-letter{text-transform:uppercase}.rows>div{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:.1rem 1.25rem}.rows dt{padding-top:.12rem;overflow-wrap:anywhere}.rows dd{overflow-wrap:anywhere}
.rows .unsafe dt,.rows .unsafe dd{color:var(--red)}.rows .warning dt,.rows .warning dd{color:var(--amber)}
.empty{border:1px dashed var(--line);border-radius:14px;padding:3rem 1.5rem;text-align:center;color:var(--soft);display:grid;gap:.4rem}.big{font-size:1.15rem;font-weight:650;color:var(--ink)}
.question .row{align-items:flex-start}.says{font-size:1.1rem;overflow-wrap:anywhere}.question{padding:1.5rem;border-left:5px solid var(--accent)}
.risk-critical{--risk:var(--red);--risk-wash:var(--red-wash)}.risk-high{--risk:var(--orange);--risk-wash:var(--orange-wash)}.risk-medium{--risk:var(--amber);--risk-wash:var(--amber-wash)}.risk-low,.risk-unknown{--risk:var(--soft);--risk-wash:var(--paper)}
.question[class*=risk-]{border-left-color:var(--risk)}
.question h2 small{display:block;overflow-wrap:anywhere}
.clock{font-variant-numeric:tabular-nums;font-weight:650;font-size:1.15rem;color:var(--soft);white-space:nowrap}.clock .soon{color:var(--red)}
.tags{display:flex;flex-wrap:wrap;gap:.4rem}.tag,.risk,.outcome{font-size:.85rem;padding:.1rem .6rem;border-radius:1rem;background:var(--paper);color:var(--soft);overflow-wrap:anywhere}
.risk{background:var(--risk-wash);color:var(--risk);font-weight:650}
.why{font-size:1.1rem}.whose{font-size:.78rem;color:var(--blue);background:var(--blue-wash);border-radius:4px;padding:.05rem .4rem;display:inline-block}
.agent{background:var(--blue-wash);border-radius:10px;padding:1rem;display:grid;gap:.6rem}.agent>.whose{padding:0}
.shot{margin-top:.4rem}.shot a{display:inline-block;border-radius:8px}.shot img{max-height:none;width:20rem;min-height:4rem}
figure img{max-width:100%;max-height:14rem;border:1px solid var(--line);border-radius:8px;background:#fff;display:block}
.answer{display:grid;gap:1rem;border-top:1px solid var(--line);padding-top:1.1rem}
.field{display:grid;gap:.3rem;min-width:0}.field label,.try label,legend{font-weight:600;font-size:.92rem}
input:not([type=radio]),select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:9px;padding:.55rem .8rem;min-height:2.75rem;width:100%;min-width:0}
fieldset{border:0;display:grid;gap:.4rem}.choice{display:flex;gap:.7rem;align-items:baseline;padding:.55rem .8rem;border:1px solid var(--line);border-radius:9px;overflow-wrap:anywhere}.choice:has(:checked){border-color:var(--accent);background:var(--wash)}
.settled{opacity:.45}
.filters{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:.9rem;align-items:end;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.25rem}
.timeline{background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
.entry{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:.2rem 1.25rem;padding:.9rem 1.25rem;border-left:4px solid transparent}.entry+.entry{border-top:1px solid var(--line)}
.when{color:var(--soft);font-size:.88rem;font-variant-numeric:tabular-nums;padding-top:.1rem}.what{display:grid;gap:.15rem;min-width:0;overflow-wrap:anywhere}
.entry.event strong{font-weight:550;color:var(--soft)}.entry.ok .outcome{color:var(--green);background:var(--green-wash)}
.entry.denied,.entry.failed{border-left-color:var(--red)}.entry.denied .outcome,.entry.failed .outcome{color:var(--red);background:var(--red-wash)}
.entry.unknown,.entry.asked,.entry.unfinished{border-left-color:var(--amber)}.entry.unknown .outcome,.entry.asked .outcome,.entry.unfinished .outcome{color:var(--amber);background:var(--amber-wash)}
.args{font-size:.88rem;display:flex;flex-wrap:wrap;gap:.1rem .9rem}.args>span{min-width:0}.key{color:var(--soft)}
.pager{display:flex;gap:.6rem;justify-content:flex-end}
.try{display:grid;gap:.4rem}.pair{display:flex;gap:.6rem}.verdict{border-radius:14px;padding:1.25rem;display:grid;gap:.7rem;background:var(--green-wash)}.verdict.deny{background:var(--red-wash)}.verdict.ask{background:var(--amber-wash)}
.verdict .big{color:var(--green)}.verdict.deny .big{color:var(--red)}.verdict.ask .big{color:var(--amber)}.verdict .rows dt{color:inherit;opacity:.75}
pre{background:var(--card);border:1px solid var(--line);border-radius:9px;padding:.8rem 1rem;margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.answers ul{background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}.answers:has(ul:empty){display:none}.answered{padding:.8rem 1.25rem;display:grid;gap:.15rem;border-left:4px solid var(--line);overflow-wrap:anywhere}.answered+.answered{border-top:1px solid var(--line)}.outcome-line{color:var(--soft);font-size:.92rem}
.answered.done{border-left-color:var(--green)}.answered.kept,.answered.running{border-left-color:var(--amber)}.answered.failed,.answered.lapsed{border-left-color:var(--red)}
.question h2{font-weight:500;font-size:1.3rem;overflow-wrap:anywhere}.question h2 strong{font-weight:700}.careful{color:var(--red);font-weight:650}.more{display:block}.more summary{cursor:pointer;color:var(--soft);padding:.4rem 0;min-height:2rem}.more[open]{display:grid;gap:1rem}a.tag{text-decoration:underline}
.question figure img{max-height:20rem}
@media (max-width:44rem){.question h2{font-size:1.15rem}.question .row{flex-direction:column-reverse;gap:.2rem}.question .clock{font-size:.95rem}}
@media (max-width:44rem){.bar .wide{flex-wrap:wrap;padding-top:.6rem}.bar nav{order:3;width:100%}nav ul{margin:0 -.5rem;padding-bottom:.4rem}.bar nav ul{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:0 -.75rem;gap:.1rem}.bar nav li a{justify-content:center;padding:.45rem .1rem;font-size:.88rem;position:relative}.bar nav .count{position:absolute;top:0;right:.1rem;min-width:1.15rem;padding:0 .25rem;font-size:.7rem;line-height:1.15rem}
main.wide{padding-top:1.5rem;gap:1.5rem}h1{font-size:1.6rem}.rows>div,.entry{grid-template-columns:minmax(0,1fr)}.question{padding:1.1rem}.answer .buttons button{flex:1 1 auto}.filters{grid-template-columns:1fr 1fr;padding:1rem}.filters .buttons{grid-column:1/-1}}
@media (prefers-reduced-motion:no-preference){.question{animation:come .25s ease-out}@keyframes come{from{opacity:0;transform:translateY(.4rem)}}}
`;
