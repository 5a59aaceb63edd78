import type { Garment } from './garment.ts';

/** What the cloth is made of, and where cloth and garment come from, by slug; a line for each garment of the demo shop. */
const cloths: Readonly<
  Record<string, readonly [composition: string, origin: keyof typeof origins]>
> = {
  'harbour-overshirt': ['100% organic cotton twill, 310 gsm. Corozo buttons.', 'sewn'],
  'alder-oxford-shirt': ['100% cotton oxford, 145 gsm. Shell buttons.', 'sewn'],
  'fell-flannel-shirt': ['100% brushed cotton, yarn-dyed, 170 gsm.', 'sewn'],
  'mill-linen-shirt': ['100% linen, garment-washed, 165 gsm.', 'linen'],
  'quay-camp-collar-shirt': ['55% cotton, 45% linen. Coconut buttons.', 'linen'],
  'tarn-striped-shirt': ['100% cotton poplin, 115 gsm. Shell buttons.', 'sewn'],
  'weir-denim-shirt': ['100% cotton denim, 7 oz. Metal press studs.', 'sewn'],
  'moor-fisherman-jumper': ['100% British wool, undyed, 5 gauge.', 'mill'],
  'lamb-crew-jumper': ['100% lambswool, two-ply.', 'mill'],
  'ridge-cable-jumper': ['100% merino wool.', 'mill'],
  'beck-roll-neck': ['100% extra fine merino wool, 14 gauge.', 'mill'],
  'holm-cardigan': ['70% wool, 30% alpaca. Horn buttons.', 'mill'],
  'skerry-striped-jumper': ['100% combed cotton.', 'mill'],
  'gorse-yoke-jumper': ['100% Shetland wool.', 'shetland'],
  'warden-overcoat': ['80% wool, 20% recycled polyamide. Lining: 100% cupro.', 'woven'],
  'pier-peacoat': ['100% boiled wool. Lining: 100% cupro.', 'woven'],
  'drover-chore-jacket': ['100% cotton canvas, 10 oz.', 'sewn'],
  'fen-quilted-jacket': ['Shell: 100% nylon. Filling: 100% recycled polyester.', 'sewn'],
  'skiff-rain-mac': ['100% bonded cotton, wax-free finish without PFAS.', 'sewn'],
  'crag-fleece-jacket': ['100% recycled polyester fleece. Trim: 100% polyamide.', 'sewn'],
  'wold-tweed-blazer': ['100% Shetland wool tweed. Unlined.', 'shetland'],
  'sheaf-hooded-parka': ['100% washed cotton canvas. Lining: 100% cotton.', 'sewn'],
  'ferry-pleated-trouser': ['98% wool, 2% elastane. Half lined in cupro.', 'woven'],
  'slate-straight-jean': ['100% cotton denim, 13 oz.', 'sewn'],
  'furrow-cord-trouser': ['98% cotton, 2% elastane. Eight wales.', 'sewn'],
  'dune-linen-trouser': ['100% linen, 230 gsm.', 'linen'],
  'barrow-work-chino': ['100% cotton twill, 280 gsm.', 'sewn'],
  'sail-wide-trouser': ['70% lyocell, 30% linen.', 'linen'],
  'tide-twill-short': ['100% cotton twill, 240 gsm.', 'sewn'],
  'orchard-shirt-dress': ['100% washed cotton poplin, 120 gsm.', 'sewn'],
  'vale-slip-dress': ['100% lyocell satin, sandwashed.', 'sewn'],
  'meadow-tiered-dress': ['100% cotton voile. Bodice lining: 100% cotton.', 'sewn'],
  'loom-knit-dress': ['97% merino wool, 3% elastane.', 'mill'],
  'bramble-wrap-dress': ['100% viscose crêpe.', 'sewn'],
  'hythe-linen-dress': ['100% washed linen, 190 gsm.', 'linen'],
  'croft-pinafore': ['100% cotton corduroy, 16 wales.', 'sewn'],
  'ledger-pleated-skirt': ['100% wool, 220 gsm.', 'woven'],
  'willow-wrap-skirt': ['100% linen twill.', 'linen'],
  'kiln-denim-skirt': ['100% cotton denim, 12 oz.', 'sewn'],
  'field-button-skirt': ['100% cotton corduroy, 16 wales.', 'sewn'],
  'dusk-satin-skirt': ['100% lyocell satin.', 'sewn'],
  'heath-check-skirt': ['100% brushed wool. Lining: 100% cupro.', 'woven'],
  'fair-tiered-skirt': ['100% cotton poplin.', 'sewn'],
  'plain-tee': ['100% combed cotton, 190 gsm.', 'sewn'],
  'heavy-pocket-tee': ['100% organic cotton, 260 gsm.', 'sewn'],
  'shore-breton-tee': ['100% cotton, 220 gsm.', 'sewn'],
  'lode-polo': ['100% cotton piqué. Shell buttons.', 'sewn'],
  'rib-long-sleeve': ['95% cotton, 5% elastane.', 'sewn'],
  'drift-henley': ['100% slub cotton, 170 gsm.', 'sewn'],
  'harbour-sweatshirt': ['100% organic cotton, loop-backed, 360 gsm.', 'sewn'],
  'tweed-fringed-scarf': ['100% lambswool. About 190 × 32 cm.', 'woven'],
  'watch-beanie': ['100% merino wool.', 'mill'],
  'market-tote': ['100% cotton canvas, 16 oz. 38 × 40 × 14 cm.', 'sewn'],
  'boot-socks': ['70% wool, 28% recycled nylon, 2% elastane.', 'mill'],
  'cable-scarf': ['100% merino wool. About 200 × 28 cm.', 'mill'],
  'harvest-bandana': ['100% cotton voile. 60 × 60 cm.', 'sewn'],
  'fold-mittens': ['100% felted lambswool.', 'mill'],
};

const origins = {
  mill: 'Spun and knitted at our own mill.',
  woven: 'Woven, cut and sewn at our own mill.',
  shetland: 'Yarn from Shetland, worked at our own mill.',
  linen: 'European flax; woven, cut and sewn at our own mill.',
  sewn: 'Cut and sewn at our own mill.',
} as const;

/** The end of the description says how to wash it; what helps it last is said once for each kind of fibre. */
function careOf({ description, cut }: Garment, composition: string): string {
  const washing = /(?:Wash|Hand wash|Machine wash|Dry clean|Wipe|Sponge)\b.*$/s.exec(
    description,
  )?.[0];
  if (cut.cloth === 'denim') return `${washing}\nExpect some colour to rub off at first.`;
  if (!/wool|alpaca/i.test(composition)) return `${washing}\nDo not bleach or tumble dry.`;
  return description.includes('Dry clean')
    ? `${washing}\nAir it between wears, on a broad hanger.`
    : `${washing}\nAir it between wears and store it folded. A comb takes off pills.`;
}

function fitOf({ cut, sizes }: Garment): string {
  if (sizes.length === 1) return '';
  if (cut.kind === 'trousers') {
    return sizes[0] === '28'
      ? 'Sizes are waists in inches. Take your usual one; inside leg 82 cm, with room to turn up.'
      : 'Loose, with a drawstring. Take your usual size.';
  }
  if (cut.kind === 'skirt') return 'Sits at the waist. Between two sizes, choose the larger one.';
  if (cut.kind !== 'top') return '';
  if (cut.width < 0.97) return 'Close to the body. Between two sizes, choose the larger one.';
  return cut.width < 1.05
    ? 'Regular. Take your usual size.'
    : 'Loose, with room for a layer underneath. Take your usual size.';
}

/** The longest side, in centimetres, of what is no garment for the body, and of the T-shirts, whose size guide says it. */
const lengths: Readonly<Record<string, number>> = {
  ...{ 'tweed-fringed-scarf': 190, 'watch-beanie': 22, 'market-tote': 40, 'boot-socks': 38 },
  ...{ 'cable-scarf': 200, 'harvest-bandana': 60, 'fold-mittens': 26 },
  ...{ 'plain-tee': 70, 'heavy-pocket-tee': 70, 'shore-breton-tee': 70, 'lode-polo': 70 },
  ...{ 'rib-long-sleeve': 70, 'drift-henley': 70, 'harbour-sweatshirt': 70 },
};

/** In centimetres, by the length that the pictures are drawn with: tops from the shoulder, the others from the waist. */
function lengthOf({ slug, cut }: Garment): number {
  const own = lengths[slug];
  if (own !== undefined || !('length' in cut)) return own ?? 0;
  if (cut.kind === 'top') return Math.round(12 + 58 * cut.length);
  return Math.round((cut.kind === 'skirt' ? 66 : 106) * cut.length);
}

/** What the product page tells in rows that open. Delivery is as the shop promises it for every garment. */
export function factsOf(garment: Garment) {
  const [composition, origin] = cloths[garment.slug] ?? ['', null];
  return {
    ...{ composition, care: careOf(garment, composition), fit: fitOf(garment) },
    origin: origin ? origins[origin] : '',
    length: lengthOf(garment),
  };
}
