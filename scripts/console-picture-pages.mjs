// A small shop and an inbox, for the pictures of the console, and how large the pictures are.
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 780 };

const STYLE = `<style>*{box-sizing:border-box}body{margin:0;font:18px/1.5 system-ui,sans-serif;color:#22313f;background:#f4efe6}
header{background:#8a4b2d;color:#fff;padding:18px 40px;font-size:24px;font-weight:700}main{padding:32px 40px;max-width:900px}
.goods{display:grid;grid-template-columns:repeat(3,1fr);gap:20px}.card{background:#fff;border-radius:12px;padding:20px}.card a{color:#8a4b2d;font-weight:600}
.swatch{height:110px;border-radius:8px;margin-bottom:12px}table{width:100%;border-collapse:collapse;background:#fff;border-radius:12px}td{padding:14px 20px;border-bottom:1px solid #eee}
button{font:inherit;font-weight:700;background:#8a4b2d;color:#fff;border:0;border-radius:8px;padding:14px 28px;margin-top:20px}input,textarea{font:inherit;width:100%;padding:10px;border:1px solid #ccc;border-radius:8px;margin:6px 0 14px}</style>`;

/** @param {string} title @param {string} body */
function page(title, body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${STYLE}</head><body><header>Corner Bakery</header><main><h1>${title}</h1>${body}</main></body></html>`;
}

const good = (/** @type {string} */ name, /** @type {string} */ price, /** @type {string} */ colour) =>
  `<div class="card"><div class="swatch" style="background:${colour}"></div><a href="/bread">${name}</a><br>${price}</div>`;

/** @type {Record<string, string>} */
export const SHOP_PAGES = {
  '/': page(
    'Today',
    `<div class="goods">${good('Rye bread', '6.50 EUR', '#b98b5e')}${good('Plum cake', '18.00 EUR', '#7d5a86')}${good('Rolls, ten', '8.50 EUR', '#d9b779')}</div>`,
  ),
  '/bread': page('Rye bread', '<p>Baked this morning. One kilogram, 6.50 EUR.</p><button>Add to the basket</button>'),
  '/cart': page(
    'Your basket',
    `<table><tr><td>Rye bread × 2</td><td>13.00 EUR</td></tr><tr><td>Plum cake</td><td>18.00 EUR</td></tr><tr><td>Delivery</td><td>11.00 EUR</td></tr><tr><td><strong>Total</strong></td><td><strong>42.00 EUR</strong></td></tr></table>
<form method="post" action="/pay"><button>Pay 42.00 EUR</button></form>`,
  ),
  '/inbox': page(
    'New message',
    '<label>To <input id="to"></label><label>Subject <input value="Order for Friday"></label><label>Text <textarea rows="4">Could you keep two loaves for us?</textarea></label><button>Send</button>',
  ),
};
