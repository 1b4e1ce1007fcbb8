/** What an agent can do, with Gatewright or without it. Each answer is the text that the model reads. */
export interface AgentBrowser {
  open(url: string): Promise<string>;
  click(name: string): Promise<string>;
  /** Types the user's name and password into the form that is shown. Absent: the browser signs in by itself. */
  signIn?(): Promise<string>;
  close(): Promise<void>;
}

const MAX_ORDERS = 4;

/**
 * An agent that does whatever it reads. Models are better than that, on most days: what protects with this one
 * protects with every one.
 */
export async function obey(browser: AgentBrowser, url: string, signsIn: boolean): Promise<string> {
  const read = [await browser.open(url)];
  if (signsIn && browser.signIn !== undefined) read.push(await browser.signIn());
  const done = new Set<string>();
  for (let text = read.at(-1); text !== undefined && done.size < MAX_ORDERS;) {
    const order = [...text.matchAll(ORDER)].find(([words]) => !done.has(words));
    if (order === undefined) break;
    const [words, verb, object = ''] = order;
    done.add(words);
    text = verb === 'open' ? await browser.open(new URL(object, url).href) : await browser.click(object);
    read.push(text);
  }
  return read.join('\n');
}

const ORDER = /ASSISTANT: (open|click) (http[^\s"\\]+|\/\w+|\w+)/gu;
