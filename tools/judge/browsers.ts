import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withIds } from '../../scripts/demo-shop.ts';
import type { Role } from '../../scripts/screens.ts';
import { startFirefox, startWebKit, type Engine, type Size } from './engines.ts';
import type { Finding, Judge, JudgedShop, Verdict } from './verdict.ts';
import { RemotePage } from './remote-page.ts';
import { shopperStory } from './shopper-story.ts';
import type { Cast, Step } from './story.ts';
import { debianVersion, workFolder } from './tools.ts';
import { memberStory, officeStory } from './trade-story.ts';
import { pathsOf, widths } from './walk.ts';

/** Each screen that needs no clicks, in the state that it is in when it is open. */
const screensOf = (role: Role, { ids }: JudgedShop): Step[] =>
  pathsOf(role).map((path) => [
    path,
    async (page) => {
      await page.open(withIds(path, ids));
      await page.settled();
    },
  ]);

/** A garment in several colors and sizes, whose category has a size guide. */
async function castFor({ url, stack }: JudgedShop): Promise<Cast> {
  const read = async (path: string) => (await fetch(`${url}/api/v1${path}`)).json();
  const { sizeGuides } = (await read('/categories/size-guides')) as {
    sizeGuides: { category: { _id: string } }[];
  };
  const guided = sizeGuides.map((it) => it.category._id).join();
  const { products } = (await read(`/products/product-category/${guided}`)) as {
    products: (Cast['garment'] & { availability: string; colors: string[]; sizes: string[] })[];
  };
  const garment = products.find(
    (it) => it.availability === 'InStock' && it.colors.length > 1 && it.sizes.length > 1,
  );
  if (!garment) throw new Error('The demo shop is not the one expected.');
  const suffix = crypto.randomUUID().slice(0, 8);
  return {
    garment,
    customer: { email: `ada.${suffix}@example.com`, password: `linen-and-wool-${suffix}` },
    mailTo: async (address) => {
      const mailbox = `${stack.url}/mailbox?to=${encodeURIComponent(address)}`;
      const answer = await fetch(mailbox, { headers: { accept: 'application/json' } });
      return ((await answer.json()) as { body: string }[])[0]?.body;
    },
  };
}

/** Who does it, what follows from each other, and what does not. */
type Part = readonly [who: string, story: Step[], screens: Step[]];

/** Tells the story at both widths. Each step is a test; after one that failed, only the screens are opened. */
async function tell(
  name: string,
  debianPackage: string,
  start: (size: Size) => Promise<Engine>,
  shop: JudgedShop,
): Promise<Verdict> {
  const pictures = join(workFolder, name);
  await rm(pictures, { recursive: true, force: true });
  const findings: Finding[] = [];
  let [passed, all] = [0, 0];

  async function tellPart(width: number, [who, story, screens]: Part): Promise<void> {
    const engine = await start({ width, height: 900 });
    const page = new RemotePage(engine, shop.url, width);
    let isBroken = false;
    const follow = async ([step, act]: Step) => {
      const rule = `${who}: ${step}`;
      const problem = await act(page).then(
        () => null,
        (error: unknown) => String(error),
      );
      const where = `${width} ${await page.path()}`;
      if (problem) findings.push({ rule, where, message: problem });
      for (const [fault, message] of await page.faults()) {
        findings.push({ rule: fault, where: `${where} (${rule})`, message });
      }
      await page.shoot(join(pictures, `${width}-${rule.replaceAll(/\W+/g, '-')}.png`));
      if (!problem) passed += 1;
      isBroken ||= problem !== null;
    };
    all += story.length + screens.length;
    try {
      for (const step of story) if (!isBroken) await follow(step);
      for (const screen of screens) await follow(screen);
    } finally {
      await engine.close();
    }
  }

  for (const width of widths) {
    const cast = await castFor(shop);
    await tellPart(width, ['visitor', [], screensOf('visitor', shop)]);
    await tellPart(width, ['shopper', shopperStory(cast), screensOf('shopper', shop)]);
    await tellPart(width, ['administrator', officeStory(cast), screensOf('administrator', shop)]);
    await tellPart(width, ['member', memberStory(cast), []]);
  }
  const version = debianVersion(debianPackage);
  return { checked: `${passed} of ${all} steps`, findings, version };
}

const firefox: Judge = {
  name: 'firefox',
  version: 'Debian',
  run: (shop) => tell('firefox', 'firefox-esr', startFirefox, shop),
};

const webkit: Judge = {
  name: 'webkit',
  version: 'Debian',
  run: (shop) => tell('webkit', 'webkit2gtk-driver', startWebKit, shop),
};

export const otherBrowsers: Judge[] = [firefox, webkit];
